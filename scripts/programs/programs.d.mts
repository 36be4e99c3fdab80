export function findChromium(install?: (name: string) => Promise<void>): Promise<string | null>
export function givePostgres(install?: (name: string) => Promise<void>): Promise<(() => Promise<void>) | null>

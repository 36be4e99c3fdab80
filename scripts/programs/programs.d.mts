export function findChromium(install?: (name: string) => Promise<void>): Promise<string | null>
export function postgresIsHere(install?: (name: string) => Promise<void>): Promise<boolean>

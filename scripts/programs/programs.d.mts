export function findChromium(install?: (name: string) => Promise<void>): Promise<string | null>
export function givePostgres(
  install?: (name: string) => Promise<void>,
): Promise<{ stop?: () => Promise<void>; missing?: string }>

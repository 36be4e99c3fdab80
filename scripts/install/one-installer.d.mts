type Installation = { names(id: number): void; isActive(): void; ends(): void }
type Earlier = { readonly killed: boolean; readonly text?: string }
export function othersHaveEnded(file: string, waits: () => void): Promise<Earlier>
export function beginInstallation(file: string, killedText?: string): Installation | null

export const ROOT: string
export const BUNDLE: string
export const STAMP_OF_BUNDLE: string
export function hashOf(names: readonly string[]): string
export function serverToRun(): Promise<string>

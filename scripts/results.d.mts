export function countsIn(file: string, strict?: boolean): { passed: number; failed: number; skipped: number }
export function failuresIn(file: string, root: string): string[]
export function errorsFileOf(file: string): string

export function countsIn(file: string): { passed: number; failed: number; skipped: number }
export function failuresIn(file: string, root: string): string[]

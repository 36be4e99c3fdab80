type Stream = { readonly isTTY?: boolean; write(text: string): unknown }
export type StatusLine = { show(step: string, done?: number, all?: number): void; clear(): void }
export function statusText(title: string, done: number, all: number): string
export function statusLine(stream?: Stream): StatusLine

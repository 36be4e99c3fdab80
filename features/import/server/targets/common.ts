/** Parts that the kinds of records share. */
import { refuse } from '#kernel/refusal.ts'

/** Refuses to take back a record that another person or program has changed since the import. */
export function demandUnchanged(name: string, now: number, imported: number | null): void {
  if (now !== imported) refuse('refused', 'import.changed-since', { name })
}

/** Returns the values that a patch replaces. */
export const patchBefore = <P extends object>(before: P, patch: Partial<P>): Partial<P> =>
  Object.fromEntries(
    Object.entries(patch).flatMap(([field, value]) =>
      value === undefined ? [] : [[field, (before as Record<string, unknown>)[field] ?? null]],
    ),
  ) as Partial<P>

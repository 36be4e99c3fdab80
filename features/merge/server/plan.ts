/** Computes what a merge would do, for the preview and for the command. */
import type { FieldChanges } from '#kernel/changes.ts'
import { type Refusal, refusal, refuse } from '#kernel/refusal.ts'
import { type Actor, demand } from '#server/command.ts'
import type { Rows } from '#server/db/database.ts'
import type { Difference, Mergeable, MergeParts, MergeRecord } from '#server/merging/merging.ts'

/** Returns the kind of record. Refuses a kind of which no two records can be merged, and people who may not see it. */
export function kindOf({ kinds }: MergeParts, entity: string, actor: Actor): Mergeable {
  const kind = kinds.find((one) => one.entity === entity)
  if (!kind) return refuse('invalid', 'input', { fields: { entity: 'invalid_value' }, first: 'entity' })
  demand(actor, kind.read)
  return kind
}

/** Returns both records. Locks them in the order of their ids, so that two merges of the same records never block each other. */
export async function readBoth(
  rows: Rows,
  kind: Mergeable,
  { keepId, fromId }: { keepId: number; fromId: number },
  lock = false,
): Promise<{ kept: MergeRecord; merged: MergeRecord }> {
  if (keepId === fromId) refuse('invalid', 'merge.same-record', { fields: { fromId: 'merge.same-record' } })
  const first = await kind.record(rows, Math.min(keepId, fromId), lock)
  const second = await kind.record(rows, Math.max(keepId, fromId), lock)
  return keepId < fromId ? { kept: first, merged: second } : { kept: second, merged: first }
}

export type Plan = {
  readonly differences: readonly Difference[]
  readonly take: readonly string[]
  readonly changed: FieldChanges
  readonly closed: Refusal | null
}

/** Returns the changes of the kept record and the first rule that forbids the merge. Without `take` it uses the proposal. */
export async function planMerge(
  rows: Rows,
  { rules }: MergeParts,
  kind: Mergeable,
  { kept, merged }: { kept: MergeRecord; merged: MergeRecord },
  take?: readonly string[],
): Promise<Plan> {
  const differences = kind.differences(kept, merged)
  const choices = differences.filter(({ joined }) => !joined)
  const unknown = take?.find((field) => choices.every((one) => one.field !== field))
  const taken = take ?? choices.filter(({ proposed }) => proposed).map(({ field }) => field)
  const changed = kind.changesOf(kept, merged, taken)
  const after = { ...kept.values, ...afterOf(changed) }
  let closed: Refusal | null = unknown === undefined ? null : refusal('refused', 'merge.no-choice', { field: unknown })
  for (const rule of rules.filter(({ of }) => of === kind.entity))
    closed ??= await rule.whyNot(rows, { kept, merged, after })
  return { differences, take: taken, changed, closed }
}

/** Returns the new values of changes. A removed text is stored as an empty one. */
export const afterOf = (changed: FieldChanges): Record<string, unknown> =>
  Object.fromEntries(Object.entries(changed).map(([field, [, after]]) => [field, after]))

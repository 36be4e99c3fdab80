/** The rule of the codes on a task card: what each of them says, and what a scan of one does on the page of a section. */
import { type Quantity, quantity, subtractQuantity } from '#kernel/money.ts'
import type { SectionTask } from '../section-day-contract.ts'
import { isOpenTask, type TaskStatus } from '../task.ts'

/** What a code of a card does: it opens the task, or finishes one piece, ten pieces or all that are left. */
export const CARD_CODES = ['OPEN', 'ONE', 'TEN', 'REST'] as const
export type CardCode = (typeof CARD_CODES)[number]
export type TaskCode = { readonly taskId: number; readonly does: CardCode }

/** The ends of the codes. They have only letters and digits, which a hand scanner types alike on every keyboard layout. */
const ENDS: Readonly<Record<CardCode, string>> = { OPEN: '', ONE: 'P1', TEN: 'P10', REST: 'R' }
const PIECES = { ONE: quantity(1_0000), TEN: quantity(10_0000) } as const

/** Returns the text of a code, such as `T1204P10`. The T tells it from the labels of orders, which begin with a digit. */
export const taskCode = ({ taskId, does }: TaskCode): string => `T${taskId}${ENDS[does]}`

/** Returns what a scanned code says, given all its possible spellings; null if it is no code of a task card. */
export function readTaskCode(spellings: readonly string[]): TaskCode | null {
  for (const spelling of spellings) {
    const [, id = '', end] = /^T([1-9]\d{0,11})(P10|P1|R)?$/.exec(spelling.trim().toUpperCase()) ?? []
    const does = CARD_CODES.find((one) => ENDS[one] === (end ?? ''))
    if (id !== '' && does !== undefined) return { taskId: Number(id), does }
  }
  return null
}

/** A second scan of the same code within this time may be a mistake, so it asks first. */
export const SAME_CODE_MS = 3_000

/** The last scan that finished pieces or asked, and its moment in milliseconds. */
export type EarlierScan = { readonly code: string; readonly at: number }

/** The task of a scan, as far as the rule needs it. */
export type ScannedTask = Pick<SectionTask, 'id' | 'work' | 'product' | 'unit' | 'quantity' | 'left'>

export type ScanResult<T extends ScannedTask = ScannedTask> =
  | { readonly kind: 'open'; readonly task: T }
  /** `left` remains after it. */
  | { readonly kind: 'finish'; readonly task: T; readonly pieces: Quantity; readonly left: Quantity }
  /** The same code came a moment ago. The pieces count only if the person confirms them. */
  | { readonly kind: 'again'; readonly task: T; readonly pieces: Quantity }
  /** The task has fewer pieces left than the code finishes. */
  | { readonly kind: 'too-many'; readonly task: T }
  /** A washing task is closed by its own button. */
  | { readonly kind: 'washing'; readonly task: T }

/** Returns what a scan of a task does at a moment. It never finishes more than what is left. */
export function takeScan<T extends ScannedTask>(
  task: T,
  { does }: Pick<TaskCode, 'does'>,
  at: number,
  earlier: EarlierScan | null,
): ScanResult<T> {
  if (does === 'OPEN') return { kind: 'open', task }
  if (task.work === 'LAUNDRY') return { kind: 'washing', task }
  const pieces = does === 'REST' ? task.left : PIECES[does]
  if (pieces > task.left || (pieces === 0 && task.quantity > 0)) return { kind: 'too-many', task }
  const isAgain =
    earlier !== null && earlier.code === taskCode({ taskId: task.id, does }) && at - earlier.at < SAME_CODE_MS
  return isAgain
    ? { kind: 'again', task, pieces }
    : { kind: 'finish', task, pieces, left: subtractQuantity(task.left, pieces) }
}

/** Where a scanned task stands, for the words that say why this section does not work on it. */
export type TaskPlace = {
  readonly section: string
  readonly status: TaskStatus
  /** The section of the earlier step for which it waits; null if its turn has come. */
  readonly before: string | null
}

/** Returns why a section does not work on a task now, or null if it does. */
export function whyNotHere(
  { section: ofTask, status, before }: TaskPlace,
  section: string,
): 'canceled' | 'finished' | 'elsewhere' | 'later' | null {
  if (status === 'CANCELED') return 'canceled'
  if (!isOpenTask(status)) return 'finished'
  if (ofTask !== section) return 'elsewhere'
  return before === null ? null : 'later'
}

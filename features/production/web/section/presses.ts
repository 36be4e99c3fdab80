/** The presses of a task, as its card offers them. */
import type { Photo } from '#kernel/photo.ts'
import type { Quantity } from '#kernel/money.ts'

/** The mode of a task: null is Normal Mode, and Override Mode needs a reason (C-58). */
export type Override = { readonly reason: string } | null

/** What one press finishes. */
export type Finished = {
  readonly quantity: Quantity
  readonly scrapped: Quantity
  readonly scrapReason: string
  /** The materials of which the pieces took more or less than their recipe says. */
  readonly used: { line: number; quantity: Quantity }[]
}

export type TaskPresses = {
  readonly receive: (lines: number[], override: Override) => void
  /** `comment` is what was typed and is not stored yet; undefined if nothing was. */
  readonly proceed: (comment: string | undefined) => void
  readonly finish: (finished: Finished, override: Override, comment: string | undefined) => void
  readonly order: (line: number) => void
  readonly replace: (line: number, productId: number, reason: string) => void
  readonly note: (comments: string) => void
  readonly photo: (photo: Photo) => void
}

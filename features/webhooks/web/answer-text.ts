import type { TFunction } from 'i18next'
import { showCount } from '#web/format.ts'

/** What came back from a receiver. */
export type WebhookAnswer = {
  readonly taken: boolean
  readonly httpStatus: number | null
  readonly failure: string | null
  readonly milliseconds: number | null
}

/** Statuses whose cause is worth more words than the number. */
const EXPLAINED: readonly number[] = [401, 403, 404, 405, 410, 429]

/** Says in words what came back from a receiver, and what helps. */
export function answerText(
  t: TFunction<'webhooks'>,
  { taken, httpStatus, failure, milliseconds }: WebhookAnswer,
): string {
  const details = { status: httpStatus, milliseconds: showCount(milliseconds ?? 0) }
  if (taken) return t('answer.taken', details)
  if (httpStatus === null) return t(`failure.${failure ?? 'cut'}`, details)
  if (EXPLAINED.includes(httpStatus)) return t(`answer.${httpStatus}`, details)
  if (httpStatus >= 300 && httpStatus < 400) return t('answer.redirect', details)
  return t(httpStatus >= 500 ? 'answer.fault' : 'answer.refused', details)
}

import { useTranslation } from 'react-i18next'
import { UNDO_MINUTES } from '#kernel/days/undo.ts'
import { showQuantity } from '#web/format.ts'
import type { SectionPress } from '../../domain/section-day-contract.ts'

/**
 * Returns the minutes that are left for undoing, 0 if `until` is null or over. A device whose clock is behind the server's shows no
 * more than there are.
 */
export function minutesLeft(until: string | null, now: string): number {
  if (until === null) return 0
  return Math.min(Math.ceil((Date.parse(until) - Date.parse(now)) / 60_000), UNDO_MINUTES)
}

type PressTextProps = {
  kind: SectionPress['kind']
  press: Pick<SectionPress, 'product' | 'unit' | 'done' | 'scrapped'>
}

/** Says what a press did. */
export function PressText({ kind, press }: PressTextProps) {
  const { t } = useTranslation('production')
  const withUnit = (value: number) =>
    `${showQuantity(value)} ${t(`frame:unit.${press.unit}`, { defaultValue: press.unit })}`
  const isFinish = kind === 'FINISH' || kind === 'CLOSE'
  return (
    <span>
      {isFinish ? <strong>{withUnit(press.done)}</strong> : `${t(`press.${kind}`)} ·`} {press.product}
      {press.scrapped > 0 ? ` · ${t('done.scrapped', { count: withUnit(press.scrapped) })}` : null}
    </span>
  )
}

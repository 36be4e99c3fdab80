import { Text } from '@mantine/core'
import { useEffect, useRef } from 'react'
import { useTranslation } from 'react-i18next'
import { productsRights } from '#features/products/domain/rights.ts'
import { Refused } from '#kernel/refusal.ts'
import { useRun } from '#web/query.ts'
import { useMay } from '#web/session.ts'
import { ActionButton } from '#web/ui/ActionButton.tsx'
import { isSaveKey, isUnderDialog } from '#web/ui/form/save-key.ts'
import { stopAtUnreadable } from '#web/ui/form/unreadable.ts'
import { say } from '#web/ui/say.tsx'
import { RefusalText } from '#web/ui/states.tsx'
import { changeCosts, type PriceTrial } from '../domain/contract.ts'
import type { SentPrices } from './typed-prices.ts'
import styles from './what-if.module.css'

type Props = {
  trial: PriceTrial
  prices: SentPrices
  /** True if the figures are not those of the prices in the fields. */
  stale: boolean
  /** True if a field is empty or wrong. */
  wrong: boolean
  saved: () => void
  /** Reads the figures again after a refused save. */
  readAgain: () => void
}

/** Shows in one line what the prices change, and the button that stores them. */
export function TrialFigures({ trial, prices, stale, wrong, saved, readAgain }: Props) {
  const { t } = useTranslation('what-if')
  const mayWrite = useMay(productsRights.write)
  const run = useRun(changeCosts, {
    onSuccess: ({ changed }) => {
      say.done(t('save.done', { count: changed }))
      saved()
    },
    onError: (error) => {
      if (error instanceof Refused && error.refusal.kind === 'conflict') readAgain()
    },
  })
  const { dearer, cheaper } = trial
  const changed = dearer + cheaper
  const closed = trial.materials.find((material) => material.closed !== null)?.closed ?? null
  const save = () => {
    if (!mayWrite || stale || changed === 0 || closed || run.isPending || (wrong && stopAtUnreadable(document))) return
    run.mutate({ prices, mark: trial.mark })
  }
  useSaveKey(save)
  return (
    <div className={styles.figures}>
      <FiguresLine trial={trial} />
      {mayWrite ? (
        <div className={styles.save}>
          <ActionButton
            pending={stale || run.isPending}
            closed={changed === 0 ? t('figure.none') : closed}
            onClick={save}
          >
            {t('save.press', { count: changed })}
          </ActionButton>
          <Text size="sm" c="dimmed">
            {t('save.sale-prices')}
          </Text>
        </div>
      ) : (
        <Text size="sm" c="dimmed">
          {t('save.no-right')}
        </Text>
      )}
      {/* a refusal is about the prices that were sent, and not about those typed since */}
      <RefusalText error={run.variables?.prices === prices ? run.error : null} />
    </div>
  )
}

/** The figures as one sentence: what becomes dearer, what is below margin, what loses money. */
function FiguresLine({ trial: { dearer, cheaper, below, losing } }: Pick<Props, 'trial'>) {
  const { t } = useTranslation('what-if')
  const parts = [
    { name: 'dearer', count: dearer, shown: dearer > 0 },
    { name: 'cheaper', count: cheaper, shown: cheaper > 0 },
    { name: 'below', count: below, shown: dearer > 0, danger: below > 0 },
    { name: 'losing', count: losing?.count ?? 0, shown: dearer > 0 && losing !== null, danger: Boolean(losing?.count) },
  ].filter(({ shown }) => shown)
  return (
    <p className={styles.line} role="status" data-figures>
      {parts.length === 0 ? t('figure.none') : null}
      {parts.map(({ name, count, danger }, place) => (
        <span key={name}>
          {place === 0 ? '' : ', '}
          <span data-danger={danger || undefined}>{t(`figure.${name}`, { count })}</span>
        </span>
      ))}
    </p>
  )
}

/** Calls `save` on the keys that save. */
function useSaveKey(save: () => void): void {
  const latest = useRef(save)
  useEffect(() => {
    latest.current = save
  })
  useEffect(() => {
    const onKey = (event: KeyboardEvent) => {
      if (!isSaveKey(event) || isUnderDialog(null)) return
      event.preventDefault()
      latest.current()
    }
    window.addEventListener('keydown', onKey)
    return () => window.removeEventListener('keydown', onKey)
  }, [])
}

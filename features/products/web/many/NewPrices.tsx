import { Group, Text } from '@mantine/core'
import { useDebouncedValue } from '@mantine/hooks'
import { useMemo, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { Refused } from '#kernel/refusal.ts'
import { showRate } from '#web/format.ts'
import { useAsk, useRun } from '#web/query.ts'
import { ActionButton } from '#web/ui/ActionButton.tsx'
import { stopAtUnreadable } from '#web/ui/form/unreadable.ts'
import { RefusalText } from '#web/ui/states.tsx'
import { changePrices, type PricedRow, previewPrices } from '../../domain/many/contract.ts'
import { isChanged } from '../../domain/many/new-price.ts'
import type { ContentOfMany } from './ManyDialog.tsx'
import styles from './many.module.css'
import { FIRST_RULE, PriceChoice, ruleOf, type TypedRule } from './PriceChoice.tsx'
import { PriceTable } from './PriceTable.tsx'

/** The pause after which the preview follows what is typed. */
const PAUSE_MS = 200
/** Stands for the rule in a question that is not sent. */
const NO_RULE = { prices: ['salesPrice' as const], way: { kind: 'percent' as const, percent: 0 }, step: 100 as const }

/** Shows the new prices of products while their rule is typed, and stores them as they are shown. */
export function NewPrices({ ids, close, saved }: ContentOfMany) {
  const { t } = useTranslation('products')
  const [typed, setTyped] = useState(FIRST_RULE)
  const button = useRef<HTMLButtonElement>(null)
  const { answer, rule, rows, isCurrent } = usePreview(ids, typed)
  const run = useRun(changePrices, {
    onSuccess: ({ changed }) => saved(changed),
    onError: (error) => {
      if (error instanceof Refused) void answer.refetch()
    },
  })
  const changing = useMemo(() => (rows ?? []).filter(({ lines }) => lines.some(isChanged)), [rows])
  const press = () => {
    if (!isCurrent || rule === null || stopAtUnreadable(document)) return
    const products = changing.map(({ id, version, lines }) => ({ id, version, shown: lines.map(({ price }) => price) }))
    run.mutate({ rule, products })
  }
  const closed =
    typed.figure === null
      ? t('many-prices.no-figure')
      : isCurrent && changing.length === 0
        ? t('many-prices.none')
        : null
  return (
    <>
      <PriceChoice
        typed={typed}
        change={(next) => {
          setTyped(next)
          run.reset()
        }}
        entered={() => button.current?.focus()}
      />
      <RefusalText error={run.error} />
      {answer.error ? <RefusalText error={answer.error} retry={() => void answer.refetch()} /> : null}
      {rows === undefined ? (
        <Text size="sm" c="dimmed">
          {t('many-prices.start')}
        </Text>
      ) : (
        <div aria-busy={!isCurrent}>
          <PriceTable rows={rows} both={typed.which === 'both'} />
        </div>
      )}
      <div className={styles.foot}>
        <BelowLine rows={rows} least={answer.data?.least ?? null} />
        <Group justify="flex-end" gap="xs" className={styles.buttons ?? ''}>
          <ActionButton variant="default" onClick={close}>
            {t('action.cancel', { ns: 'frame' })}
          </ActionButton>
          <ActionButton
            ref={button}
            closed={closed}
            pending={run.isPending || (closed === null && !isCurrent && answer.error === null)}
            onClick={press}
          >
            {t('many-prices.run', { count: changing.length })}
          </ActionButton>
        </Group>
      </div>
    </>
  )
}

/** Reads the new prices of a rule soon after it was typed. `isCurrent` is false while they are those of another rule. */
function usePreview(ids: readonly number[], typed: TypedRule) {
  const [settled] = useDebouncedValue(typed, PAUSE_MS)
  const rule = useMemo(() => ruleOf(settled), [settled])
  const answer = useAsk(
    previewPrices,
    { ids: [...ids], rule: rule ?? NO_RULE },
    { enabled: rule !== null, keepPrevious: true },
  )
  const rows = rule === null ? undefined : answer.data?.rows
  const isCurrent = typed === settled && rows !== undefined && !answer.isPlaceholderData && answer.error === null
  return { answer, rule, rows, isCurrent }
}

/** Says how many new prices are below the least margin. */
function BelowLine({ rows = [], least }: { rows: readonly PricedRow[] | undefined; least: number | null }) {
  const { t } = useTranslation('products')
  const count = rows.reduce((sum, { lines }) => sum + lines.filter(({ isBelow }) => isBelow).length, 0)
  return (
    <p role="status" className={styles.below}>
      {count === 0 || least === null ? '' : t('many-prices.below-count', { count, least: showRate(least) })}
    </p>
  )
}

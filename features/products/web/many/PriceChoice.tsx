import { SegmentedControl, Text } from '@mantine/core'
import { type KeyboardEvent, type ReactNode, useId } from 'react'
import { useTranslation } from 'react-i18next'
import type { Rate } from '#kernel/money.ts'
import { showPrice } from '#web/format.ts'
import { useMay } from '#web/session.ts'
import { RateInput } from '#web/ui/form/DecimalInput.tsx'
import { PERCENT_LIMITS } from '../../domain/many/contract.ts'
import { PRICE_STEPS, type PriceRule, SALE_PRICES } from '../../domain/many/new-price.ts'
import { productsRights } from '../../domain/rights.ts'
import styles from './many.module.css'

const WHICH = [...SALE_PRICES, 'both'] as const
const KINDS = ['percent', 'margin'] as const

/** What the person has chosen and typed so far. */
export type TypedRule = {
  readonly which: (typeof WHICH)[number]
  readonly kind: (typeof KINDS)[number]
  /** The percentage or the margin; null while it is empty or wrong. */
  readonly figure: number | null
  readonly step: PriceRule['step']
}

export const FIRST_RULE: TypedRule = { which: 'salesPrice', kind: 'percent', figure: null, step: PRICE_STEPS[0] }

/** Returns the rule to send, or null without a figure. */
export function ruleOf({ which, kind, figure, step }: TypedRule) {
  if (figure === null) return null
  const rate = figure as Rate
  return {
    prices: which === 'both' ? [...SALE_PRICES] : [which],
    way: kind === 'percent' ? { kind, percent: rate } : { kind, margin: rate },
    step,
  }
}

type Props = { typed: TypedRule; change: (typed: TypedRule) => void; entered: () => void }

/** The fields of the rule: which price, by percent or to a margin, and what it is rounded to. */
export function PriceChoice({ typed, change, entered }: Props) {
  const { t } = useTranslation('products')
  const seesCosts = useMay(productsRights.cost)
  const { which, kind, figure, step } = typed
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key !== 'Enter') return
    event.preventDefault()
    entered()
  }
  return (
    <div className={styles.choice}>
      <Choice label={t('word.price')}>
        {(label) => (
          <SegmentedControl
            aria-labelledby={label}
            value={which}
            data={WHICH.map((value) => ({
              value,
              label: value === 'both' ? t('many-prices.both') : t(`field.${value}`),
            }))}
            onChange={(value) => change({ ...typed, which: WHICH.find((one) => one === value) ?? which })}
          />
        )}
      </Choice>
      {seesCosts ? (
        <Choice label={t('many-prices.way')}>
          {(label) => (
            <SegmentedControl
              aria-labelledby={label}
              value={kind}
              data={KINDS.map((value) => ({ value, label: t(`many-prices.kind.${value}`) }))}
              // a percentage of 5 is not meant as a margin of 5
              onChange={(value) => change({ ...typed, kind: value === 'margin' ? value : 'percent', figure: null })}
            />
          )}
        </Choice>
      ) : null}
      <RateInput
        key={kind}
        className={styles.figure ?? ''}
        label={t(`many-prices.figure.${kind}`)}
        description={t(`many-prices.hint.${kind}`)}
        min={kind === 'margin' ? 0 : PERCENT_LIMITS.least}
        max={kind === 'margin' ? PERCENT_LIMITS.margin : PERCENT_LIMITS.most}
        value={figure}
        onChange={(value) => change({ ...typed, figure: value })}
        onKeyDown={onKeyDown}
        data-autofocus
      />
      <Choice label={t('many-prices.step')}>
        {(label) => (
          <SegmentedControl
            aria-labelledby={label}
            value={String(step)}
            data={PRICE_STEPS.map((value) => ({ value: String(value), label: showPrice(value) }))}
            onChange={(value) => change({ ...typed, step: PRICE_STEPS.find((one) => String(one) === value) ?? step })}
          />
        )}
      </Choice>
    </div>
  )
}

function Choice({ label, children }: { label: string; children: (labelId: string) => ReactNode }) {
  const id = useId()
  return (
    <div className={styles.field}>
      <Text id={id} size="sm" fw={500}>
        {label}
      </Text>
      {children(id)}
    </div>
  )
}

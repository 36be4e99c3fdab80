import { useDebouncedCallback } from '@mantine/hooks'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useAsk } from '#web/query.ts'
import { PageHeader } from '#web/ui/PageHeader.tsx'
import { ErrorState, Loading, RefusalText } from '#web/ui/states.tsx'
import { FIRST_PRODUCTS, tryPrices } from '../domain/contract.ts'
import { LatestPrices } from './LatestPrices.tsx'
import { LosingOrders } from './LosingOrders.tsx'
import { TrialFigures } from './TrialFigures.tsx'
import { TrialProducts } from './TrialProducts.tsx'
import { addMaterial, type SentPrices, toSend, type TypedMaterial, type TypedPrice } from './typed-prices.ts'
import { TypedPrices } from './TypedPrices.tsx'
import styles from './what-if.module.css'

/** The pause after which the figures follow what is typed. Enter does not wait for it. */
const PAUSE_MS = 250

/** Shows what new prices of materials would change, and stores them with one press. */
export default function WhatIfPage() {
  const { t } = useTranslation('what-if')
  const [rows, setRows] = useState<readonly TypedPrice[]>([])
  const [asked, setAsked] = useState<SentPrices>([])
  const askSoon = useDebouncedCallback((next: readonly TypedPrice[]) => setAsked(toSend(next)), PAUSE_MS)
  const change = (next: readonly TypedPrice[]) => {
    setRows(next)
    askSoon(next)
  }
  const askNow = () => {
    askSoon.cancel()
    setAsked(toSend(rows))
  }
  const clear = () => {
    askSoon.cancel()
    setRows([])
    setAsked([])
  }
  const add = (material: TypedMaterial) => {
    change(addMaterial(rows, material))
    // a new field takes the focus when it is drawn
    document.querySelector<HTMLElement>(`[data-price="${material.id}"]`)?.focus()
  }
  const isAsked = JSON.stringify(toSend(rows)) === JSON.stringify(asked)
  return (
    <>
      <PageHeader title={t('title.what-if')} subtitle={t('subtitle')} />
      <div className={styles.page}>
        <TypedPrices rows={rows} asked={asked} change={change} add={add} askNow={askNow} />
        <div className={styles.result}>
          {asked.length === 0 ? (
            <LatestPrices take={add} />
          ) : (
            <Trial prices={asked} current={isAsked} wrong={rows.length > toSend(rows).length} saved={clear} />
          )}
        </div>
      </div>
    </>
  )
}

type TrialProps = {
  prices: SentPrices
  /** True if the prices are those that stand in the fields. */
  current: boolean
  /** True if a field is empty or wrong. */
  wrong: boolean
  saved: () => void
}

/** What the prices change: the figures with the button, the products, and the offers and orders. */
function Trial({ prices, current, wrong, saved }: TrialProps) {
  const [products, setProducts] = useState(FIRST_PRODUCTS)
  const answer = useAsk(
    tryPrices,
    { prices, products },
    { topics: ['products', 'orders', 'settings'], keepPrevious: true },
  )
  const trial = answer.data
  if (!trial)
    return answer.error ? <ErrorState error={answer.error} retry={() => void answer.refetch()} /> : <Loading rows={8} />
  return (
    <div data-trial aria-busy={!current || answer.isFetching}>
      {answer.error ? <RefusalText error={answer.error} retry={() => void answer.refetch()} /> : null}
      <TrialFigures
        trial={trial}
        prices={prices}
        stale={!current || answer.isPlaceholderData || answer.error !== null}
        wrong={wrong}
        saved={saved}
        readAgain={() => void answer.refetch()}
      />
      {trial.losing === null || trial.dearer === 0 ? null : <LosingOrders losing={trial.losing} />}
      <TrialProducts trial={trial} showMore={setProducts} />
    </div>
  )
}

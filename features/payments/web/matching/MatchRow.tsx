import { Anchor, Badge } from '@mantine/core'
import { useSortable } from '@dnd-kit/react/sortable'
import { GripVertical } from '#web/ui/icon/icons.ts'
import type { KeyboardEvent } from 'react'
import { useTranslation } from 'react-i18next'
import type { Cents } from '#kernel/money.ts'
import { useMayOpen } from '#web/may-open.ts'
import { PageLink } from '#web/navigation.tsx'
import { MoneyInput } from '#web/ui/form/DecimalInput.tsx'
import { CashWarning } from '#web/ui/payment/CashWarning.tsx'
import { DayText, MoneyText } from '#web/ui/texts.tsx'
import type { Row } from './match-draft.ts'
import styles from './matching.module.css'

const PAGES = {
  customers: { page: '/order-detail/$id', base: '/order-detail' },
  providers: { page: '/invoice-detail/$id', base: '/invoice-detail' },
} as const

type Props = {
  row: Row
  place: number
  kind: keyof typeof PAGES
  /** True for people who may only look. */
  closed: boolean
  type: (cents: Cents | null) => void
  move: (step: number) => void
}

/** One document: what is open of it, and the part that the payment settles. Alt with an arrow key moves it. */
export function MatchRow({ row, place, kind, closed, type, move }: Props) {
  const { t } = useTranslation('payments')
  const { page, base } = PAGES[kind]
  const mayOpen = useMayOpen(page)
  const { ref, handleRef, isDragging } = useSortable({ id: row.id, index: place, disabled: closed })
  const name = kind === 'customers' ? t('word.order-number', { id: row.id }) : row.reference
  const onKeyDown = (event: KeyboardEvent) => {
    if (closed || !event.altKey || (event.key !== 'ArrowUp' && event.key !== 'ArrowDown')) return
    event.preventDefault()
    event.stopPropagation()
    move(event.key === 'ArrowUp' ? -1 : 1)
  }
  return (
    <li
      ref={ref}
      className={styles.row}
      data-document={row.id}
      data-dragged={isDragging || undefined}
      onKeyDownCapture={onKeyDown}
    >
      <button
        type="button"
        ref={handleRef}
        className={styles.grip}
        disabled={closed}
        aria-label={t('matching.move', { name })}
      >
        <GripVertical size={16} aria-hidden />
      </button>
      <span className={styles.name}>
        {mayOpen ? (
          <Anchor component={PageLink} to={`${base}/${row.id}`} inherit>
            {name}
          </Anchor>
        ) : (
          name
        )}{' '}
        {kind === 'customers' && row.reference !== '' ? <small>{row.reference}</small> : null}
        <small>
          <DayText value={row.date} />
          {row.byHand ? (
            <Badge size="xs" variant="light" ml={6}>
              {t('matching.by-hand')}
            </Badge>
          ) : null}
        </small>
      </span>
      <span className={styles.figures}>
        <span>
          <small>{t('word.total')}</small> <MoneyText value={row.total} />
        </span>
        <span>
          <small>{t('matching.open')}</small> <MoneyText value={row.open} />
        </span>
      </span>
      {row.part > 0 ? <CashWarning warning={row.cashLimit} /> : null}
      <MoneyInput
        className={styles.cell}
        aria-label={t('matching.part', { name })}
        min={0}
        disabled={closed}
        value={row.shown}
        error={row.isOver}
        onChange={(cents) => type(cents as Cents | null)}
      />
    </li>
  )
}

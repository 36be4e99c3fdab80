import { VisuallyHidden } from '@mantine/core'
import { type Dispatch, memo, type RefObject, type SetStateAction, useEffect, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { askQuery } from '#web/api.ts'
import { decimalSign, showQuantity } from '#web/format.ts'
import { PriceText } from '#web/ui/texts.tsx'
import { OptionLine, SearchPick } from '#web/ui/form/SearchPick.tsx'
import { Panel } from '#web/ui/Panel.tsx'
import { rate } from '#kernel/money.ts'
import { findGoods } from '#features/supplier-catalogue/domain/goods.ts'
import {
  addExpense,
  changeDraftLine,
  type DraftLine,
  type InvoiceDraft,
  isPriced,
  removeDraftLine,
  withFigures,
  withUnread,
} from '../../domain/invoice-draft.ts'
import { addTypedGoods, type FoundGoods, offeredGoods, readTypedGoods } from '../../domain/typed-goods.ts'
import { type EntryActions, EntryRow } from './EntryRow.tsx'
import lines from '#features/orders/web/order-lines.module.css'
import styles from './entry.module.css'

type SetDraft = Dispatch<SetStateAction<InvoiceDraft>>

type Props = {
  lines: readonly DraftLine[]
  zeroVat: boolean
  providerId: number | null
  setDraft: SetDraft
  /** The field that adds the next product. */
  entry: RefObject<HTMLInputElement | null>
}

/** The VAT that an expense has at first: the usual one of Greece. */
const USUAL_VAT = rate(24_00)

/** Returns the actions of the rows. They stay the same objects while the form is open. */
function useActions(setDraft: SetDraft, entry: RefObject<HTMLInputElement | null>): EntryActions {
  const [actions] = useState(
    (): EntryActions => ({
      figures: (key, figures) =>
        setDraft((before) => changeDraftLine(before, key, (line) => withFigures(line, figures))),
      unread: (key, figure, text) =>
        setDraft((before) => changeDraftLine(before, key, (line) => withUnread(line, figure, text))),
      remove: (key) => {
        setDraft((before) => removeDraftLine(before, key))
        entry.current?.focus()
      },
      next: () => entry.current?.focus(),
    }),
  )
  return actions
}

/**
 * Shows the lines of the invoice. The keyboard order is: find, Enter, quantity, Enter, next. A line that is typed whole, "KER-10 500*1,42", is
 * followed by the next one at once, unless its cost is neither typed nor known.
 */
export const EntryLines = memo(function EntryLines({ lines: rows, zeroVat, providerId, setDraft, entry }: Props) {
  const { t } = useTranslation('purchases')
  const block = useRef<HTMLDivElement>(null)
  const actions = useActions(setDraft, entry)
  const added = useRef<number | null>(null)
  useEffect(() => {
    if (added.current === null) return
    block.current?.querySelector<HTMLInputElement>(`input[data-figure="quantity-${added.current}"]`)?.focus()
    added.current = null
  }, [rows])
  const add = (with_: (before: InvoiceDraft) => InvoiceDraft, isWhole: boolean) =>
    setDraft((before) => {
      const after = with_(before)
      added.current = isWhole ? null : (after.lines.at(-1)?.key ?? null)
      return after
    })
  return (
    <Panel title={t('word.products')} flush>
      <div ref={block}>
        {rows.length === 0 ? (
          <div className={styles.empty}>{t('form.empty')}</div>
        ) : (
          <div className={lines.scroll}>
            <table className={`${lines.lines} ${lines.many} ${styles.lines}`} aria-label={t('word.products')}>
              <Head />
              <tbody>
                {rows.map((line) => (
                  <EntryRow key={line.key} line={line} zeroVat={zeroVat} actions={actions} t={t} />
                ))}
              </tbody>
            </table>
          </div>
        )}
      </div>
      <div className={styles.entry}>
        <GoodsEntry
          providerId={providerId}
          entry={entry}
          add={(goods) => add((before) => addTypedGoods(before, goods), isTypedWhole(goods))}
          addExpense={(name) => add((before) => addExpense(before, name, USUAL_VAT), false)}
        />
      </div>
    </Panel>
  )
})

/** Reports whether nothing is left to type: the quantity is typed, and the cost is typed or known. */
const isTypedWhole = (goods: FoundGoods): boolean =>
  goods.typed !== undefined && (goods.typed.price !== null || isPriced(goods))

/** Returns goods that match the typed text, or the text before its figures. */
async function find(text: string, providerId: number | null): Promise<readonly FoundGoods[]> {
  const ask = (search: string) => askQuery(findGoods, { search, providerId }).then(({ rows }) => rows)
  const line = readTypedGoods(text, decimalSign())
  if (line === null) return ask(text)
  const [whole, head] = await Promise.all([ask(text), ask(line.goods)])
  return offeredGoods(text, whole, head, line)
}

const Head = memo(function Head() {
  const { t } = useTranslation('purchases')
  return (
    <thead>
      <tr>
        <th>{t('line.name')}</th>
        <th className={lines.right}>{t('line.quantity')}</th>
        <th className={lines.right}>{t('line.price')}</th>
        <th className={lines.right}>{t('line.discount')}</th>
        <th className={lines.right}>{t('line.vat-rate')}</th>
        <th className={lines.right}>{t('line.net')}</th>
        <th>
          <VisuallyHidden>{t('line.actions')}</VisuallyHidden>
        </th>
      </tr>
    </thead>
  )
})

type EntryProps = {
  providerId: number | null
  entry: RefObject<HTMLInputElement | null>
  add: (goods: FoundGoods) => void
  addExpense: (name: string) => void
}

/** Adds the next line, by keyboard. Only Shift+Enter adds an expense, so that a misspelt code does not become one. */
function GoodsEntry({ providerId, entry, add, addExpense: addName }: EntryProps) {
  const { t } = useTranslation('purchases')
  // another expense empties the field
  const [round, setRound] = useState(1)
  return (
    <SearchPick
      key={round}
      inputRef={entry}
      label={t('form.add')}
      hideLabel
      placeholder={t('form.add-placeholder')}
      search={(text) => find(text, providerId)}
      onPick={add}
      whenNothing={(text) => ({
        row: t('form.add-expense', { name: text.trim() }),
        ownKey: true,
        take: () => {
          setRound((before) => before + 1)
          addName(text.trim())
        },
      })}
      row={(goods) => (
        <OptionLine>
          <span>
            {goods.typed ? <b>{showQuantity(goods.typed.quantity)} × </b> : null}
            {goods.name} <small>{[goods.sku, goods.providerSku].filter(Boolean).join(' · ')}</small>
          </span>
          <small>
            <PriceText value={goods.typed?.price ?? goods.lastPrice ?? goods.cost} />
          </small>
        </OptionLine>
      )}
    />
  )
}

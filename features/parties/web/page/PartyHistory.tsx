import { useTranslation } from 'react-i18next'
import { salespersonName, salespersonOptions } from '#features/salespersons/domain/contract.ts'
import type { HistoryWords } from '#kernel/history/words.ts'
import { useAsk } from '#web/query.ts'
import { useHistoryValue } from '#web/ui/history/history-value.ts'
import { RecordHistory } from '#web/ui/history/HistoryList.tsx'
import type { PartyPages } from '../party-pages.ts'

type PartyHistoryProps = {
  pages: PartyPages
  id: number
  words: HistoryWords
  /** Returns the text of a value that only this kind of party has, or null for every other value. */
  ownText?: (plain: (field: string, value: unknown) => string, field: string, value: unknown) => string | null
}

/** The entries of the history of a party, also of one that was merged into another. */
export function PartyHistory({ pages, id, words, ownText }: PartyHistoryProps) {
  const { t } = useTranslation('parties')
  const people = useAsk(salespersonOptions, {})
  const plain = useHistoryValue(words)

  const show = (field: string, value: unknown): string => {
    // Older entries have only the id.
    if (field === 'salespersonId' && typeof value === 'number') {
      const person = people.data?.rows.find((one) => one.id === value)
      return person ? salespersonName(person) : t('gone-salesperson')
    }
    return ownText?.(plain, field, value) ?? plain(field, value)
  }

  return <RecordHistory contract={pages.contracts.history} id={id} showValue={show} alsoTextsOf="parties" />
}

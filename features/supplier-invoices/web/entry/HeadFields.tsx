import { Anchor, Select, TextInput } from '@mantine/core'
import { useDebouncedValue } from '@mantine/hooks'
import { type KeyboardEvent, type RefObject, useRef } from 'react'
import { useTranslation } from 'react-i18next'
import { dayOf, isDay } from '#kernel/day.ts'
import { showDay } from '#web/format.ts'
import { PageLink } from '#web/navigation.tsx'
import { useAsk } from '#web/query.ts'
import { DayInput } from '#web/ui/form/DayInput.tsx'
import { Panel } from '#web/ui/Panel.tsx'
import { RefusalText } from '#web/ui/states.tsx'
import { useDocumentCodes } from '../code-names.ts'
import { numberTaken } from '../../domain/contract.ts'
import type { DraftProvider, InvoiceDraft } from '../../domain/invoice-draft.ts'
import { isSameNumber, LEAST_NUMBER } from '../../domain/invoice.ts'
import { ProviderField } from './ProviderField.tsx'
import styles from './entry.module.css'

const PAUSE_MS = 300
const MOST_LETTERS = 50

type Props = {
  draft: InvoiceDraft
  change: (change: Partial<InvoiceDraft>) => void
  choose: (provider: DraftProvider) => void
  number: RefObject<HTMLInputElement | null>
  /** Moves the cursor to the next product. */
  next: () => void
}

/** Returns the invoice that has the typed number already, or null. */
function useTaken({ provider, number }: InvoiceDraft) {
  const [typed] = useDebouncedValue(number.trim(), PAUSE_MS)
  const enabled = provider !== null && typed.length >= LEAST_NUMBER
  const answer = useAsk(numberTaken, { providerId: provider?.id ?? 1, number: typed }, { enabled, staleTime: 0 })
  const taken = enabled ? (answer.data?.taken ?? null) : null
  return taken !== null && isSameNumber(taken.number, number) ? taken : null
}

/** The provider, the code, the number and the date of the invoice. */
export function HeadFields({ draft, change, choose, number, next }: Props) {
  const { t } = useTranslation('purchases')
  const { codes, nameOf, unread, readAgain } = useDocumentCodes()
  const provider = useRef<HTMLInputElement>(null)
  const taken = useTaken(draft)
  const onEnter = (event: KeyboardEvent) => {
    if (event.key !== 'Enter' || event.ctrlKey || event.metaKey || event.nativeEvent.isComposing) return
    event.preventDefault()
    next()
  }
  return (
    <Panel>
      <div className={styles.head}>
        <ProviderField
          provider={draft.provider}
          choose={choose}
          startsHere={draft.provider === null}
          inputRef={provider}
        />
        <div>
          <Select
            label={t('form.code')}
            searchable
            selectFirstOptionOnChange
            value={draft.refcode || null}
            data={codes.map((one) => ({
              value: one.code,
              label: [one.code, nameOf(one.code)].filter(Boolean).join(' · '),
            }))}
            onChange={(chosen) => {
              change({ refcode: chosen ?? '' })
              if (chosen !== null) number.current?.focus()
            }}
          />
          <RefusalText error={unread} retry={readAgain} />
        </div>
        <div>
          <TextInput
            ref={number}
            label={t('word.number')}
            value={draft.number}
            maxLength={MOST_LETTERS}
            autoComplete="off"
            aria-invalid={taken !== null || undefined}
            aria-describedby={taken === null ? undefined : 'number-taken'}
            onChange={(event) => change({ number: event.currentTarget.value })}
            onKeyDown={onEnter}
          />
          {taken === null ? null : (
            <div id="number-taken" className={styles.taken} role="status">
              {t('form.taken', { number: taken.number, day: showDay(taken.importDate) })}{' '}
              <Anchor component={PageLink} to={`/invoice-detail/${taken.id}`} target="_blank" inherit>
                {t('form.see-taken')}
              </Anchor>
            </div>
          )}
        </div>
        <DayInput
          label={t('word.date')}
          clearable={false}
          value={draft.importDate ?? dayOf(new Date().toISOString())}
          onChange={(day) => change({ importDate: day !== null && isDay(day) ? day : null })}
          onKeyDown={onEnter}
        />
      </div>
    </Panel>
  )
}

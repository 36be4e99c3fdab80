import { useDebouncedValue } from '@mantine/hooks'
import { useMemo } from 'react'
import { useTranslation } from 'react-i18next'
import type { CodeFlags } from '#features/settings/domain/document-codes.ts'
import type { Cents } from '#kernel/money.ts'
import { showMoney } from '#web/format.ts'
import { useAsk } from '#web/query.ts'
import { ActionButton } from '#web/ui/ActionButton.tsx'
import { MoneyInput } from '#web/ui/form/DecimalInput.tsx'
import { MOST_TRIED, tryInvoiceCosts } from '../../domain/contract.ts'
import {
  awayOf,
  differenceToPaper,
  type InvoiceDraft,
  lacksOf,
  newCostsOf,
  totalsOfDraft,
} from '../../domain/invoice-draft.ts'
import styles from './entry.module.css'

const PAUSE_MS = 400

type Props = {
  draft: InvoiceDraft
  setDraft: (change: (before: InvoiceDraft) => InvoiceDraft) => void
  flags: CodeFlags
  pending: boolean
  save: () => void
}

/** Shows what the costs would change, the totals beside the printed one, and the button, or what is missing in its place. */
export function EntryFoot({ draft, setDraft, flags, pending, save }: Props) {
  const { t } = useTranslation('purchases')
  const totals = useMemo(() => totalsOfDraft(draft, flags.zeroVat), [draft, flags.zeroVat])
  const lacks = lacksOf(draft)
  return (
    <div className={styles.bar} data-form-foot role="group" aria-label={t('page.totals')}>
      <Raises draft={draft} />
      <div className={styles.totals} data-totals>
        <span>
          <small>{t('form.net')}</small>{' '}
          {flags.showsVat ? (
            showMoney(totals.goods)
          ) : (
            <strong className={styles.grand}>{showMoney(totals.goods)}</strong>
          )}
        </span>
        {flags.showsVat ? (
          <>
            <span>
              <small>{t('word.vat')}</small> {showMoney(totals.vat)}
            </span>
            <span className={styles.grand}>
              <small>{t('page.total')}</small> <strong>{showMoney(totals.total)}</strong>
            </span>
          </>
        ) : null}
      </div>
      {draft.file && draft.file.net !== null ? null : (
        <PrintedTotal draft={draft} setDraft={setDraft} zeroVat={flags.zeroVat} />
      )}
      {lacks.length === 0 ? (
        <ActionButton pending={pending} onClick={save}>
          {t('form.create')}
        </ActionButton>
      ) : (
        <div className={styles.missing} role="status" data-missing={lacks.join(' ')}>
          {t('form.missing', { what: lacks.map((lack) => t(`form.lack.${lack}`)).join(', ') })}
        </div>
      )}
    </div>
  )
}

type PrintedProps = Pick<Props, 'draft' | 'setDraft'> & { zeroVat: boolean }

/** Takes the total that the paper has, and says how far the lines are from it. */
function PrintedTotal({ draft, setDraft, zeroVat }: PrintedProps) {
  const { t } = useTranslation('purchases')
  const difference = draft.lines.length === 0 ? null : differenceToPaper(draft, zeroVat)
  return (
    <div className={styles.printed}>
      <MoneyInput
        label={t('form.printed')}
        value={draft.printed}
        onChange={(cents) => setDraft((before) => ({ ...before, printed: cents as Cents | null }))}
      />
      <small role="status" data-differs={difference !== null || undefined}>
        {difference === null ? '' : t('form.differs-by', { amount: showMoney(awayOf(difference)) })}
      </small>
    </div>
  )
}

/** Says how many products the new costs make dearer, and how many of them are then below their margin. */
function Raises({ draft }: { draft: InvoiceDraft }) {
  const { t } = useTranslation('purchases')
  const costs = useMemo(() => {
    const stored = new Map(draft.lines.flatMap(({ goods }) => (goods === null ? [] : [[goods.id, goods.cost]])))
    return [...newCostsOf(draft)].filter(([id, cost]) => stored.get(id) !== cost).slice(0, MOST_TRIED)
  }, [draft])
  const [asked] = useDebouncedValue(costs, PAUSE_MS)
  const answer = useAsk(tryInvoiceCosts, { costs: asked }, { enabled: asked.length > 0, keepPrevious: true })
  const shown = asked.length === 0 ? { raised: 0, below: 0 } : answer.data
  if (draft.lines.length === 0 || shown === undefined) return <div className={styles.raises} />
  return (
    <div className={styles.raises} data-raises data-below={shown.below > 0 || undefined}>
      {shown.raised === 0 ? t('form.raises-none') : t('form.raises', { count: shown.raised, below: shown.below })}
    </div>
  )
}

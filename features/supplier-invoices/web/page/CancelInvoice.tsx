import { Checkbox, Text } from '@mantine/core'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { stockRights } from '#features/stock/domain/rights.ts'
import { Refused } from '#kernel/refusal.ts'
import { askQuery } from '#web/api.ts'
import { useRun } from '#web/query.ts'
import { useMay } from '#web/session.ts'
import { WrittenReason } from '#web/ui/WrittenReason.tsx'
import { say } from '#web/ui/say.tsx'
import { cancelInvoice, goodsForDraft } from '../../domain/contract.ts'
import { correctionOf } from '../../domain/invoice-draft.ts'
import type { Invoice } from '../../domain/list-contract.ts'
import { useReplaceDraft } from '../entry/replace-draft.ts'

/** Returns a function that opens the content of a cancelled invoice in the form of a new one; false if the person keeps another draft. */
export function useCorrection(invoice: Invoice): () => Promise<boolean> {
  const replace = useReplaceDraft()
  return async () => {
    const ids = [...new Set(invoice.lines.flatMap(({ productId }) => productId ?? []))]
    const { rows } = await askQuery(goodsForDraft, { ids, providerId: invoice.providerId })
    return replace(correctionOf(invoice, rows))
  }
}

type Props = {
  invoice: Invoice
  /** True if the content then opens in the form, to be corrected. */
  correct: boolean
  close: () => void
}

/** Asks for the reason, and cancels the invoice. Goods that are gone need a second decision (C-12). */
export function CancelInvoice({ invoice, correct, close }: Props) {
  const { t } = useTranslation('purchases')
  const [belowZero, setBelowZero] = useState(false)
  const [error, setError] = useState<unknown>(null)
  const mayGoBelow = useMay(stockRights.belowZero)
  const openCorrection = useCorrection(invoice)
  const run = useRun(cancelInvoice)
  const isShort = error instanceof Refused && error.refusal.code === 'purchases.goods-used'
  const press = (reason: string) => {
    setError(null)
    run.mutateAsync({ id: invoice.id, version: invoice.version, reason, belowZero }).then(() => {
      say.done(t('said.canceled', { number: invoice.number }))
      close()
      if (correct) openCorrection().catch((fault: unknown) => say.failed(fault))
    }, setError)
  }
  return (
    <WrittenReason
      title={t('cancel.title', { number: invoice.number })}
      texts={{
        reason: t('word.reason'),
        keep: t('cancel.keep'),
        confirm: t(correct ? 'cancel.confirm-correct' : 'cancel.confirm'),
        needed: t('cancel.reason-needed'),
      }}
      pending={run.isPending}
      error={error}
      confirm={press}
      close={close}
      choice={
        isShort && mayGoBelow ? (
          <Checkbox
            label={t('cancel.below')}
            checked={belowZero}
            onChange={(event) => setBelowZero(event.currentTarget.checked)}
          />
        ) : null
      }
    >
      <Text size="sm">{t('cancel.body')}</Text>
      {correct ? <Text size="sm">{t('cancel.correct-body')}</Text> : null}
    </WrittenReason>
  )
}

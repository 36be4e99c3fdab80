import { Anchor, Button, Text } from '@mantine/core'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { showMoney } from '#web/format.ts'
import { PageLink } from '#web/navigation.tsx'
import { useRun } from '#web/query.ts'
import { WrittenReason } from '#web/ui/WrittenReason.tsx'
import { reopenLines, type StatementLine } from '../domain/contract.ts'
import styles from './bank-statements.module.css'
import { Written } from './OpenLine.tsx'

/** A line that was accepted or set aside, with its payment or the reason. It can be opened again. */
export function DoneLine({ line, mayWrite }: { line: StatementLine; mayWrite: boolean }) {
  const { t } = useTranslation('bank-statements')
  const [asked, setAsked] = useState(false)
  const close = () => setAsked(false)
  const run = useRun(reopenLines, { onSuccess: close })
  const { payment } = line
  return (
    <li className={styles.line} data-line={line.id}>
      <Written line={line} />
      <div className={styles.proposal}>
        {payment ? (
          <Anchor component={PageLink} to={`/payment-overview/${payment.id}`}>
            {payment.name}
          </Anchor>
        ) : (
          line.skipReason
        )}{' '}
        <small className={styles.quiet}>{line.doneBy}</small>
      </div>
      {mayWrite ? (
        <Button variant="default" onClick={() => setAsked(true)}>
          {t('reopen')}
        </Button>
      ) : null}
      {asked ? (
        <WrittenReason
          title={t('reopen-title', { amount: showMoney(line.amount) })}
          texts={{ reason: t('word.justification'), keep: t('keep'), confirm: t('reopen'), needed: t('reason-needed') }}
          pending={run.isPending}
          error={run.error}
          confirm={(reason) => run.mutate({ ids: [line.id], reason })}
          close={close}
        >
          <Text size="sm">
            {t(payment && !payment.existed ? 'reopen-cancels' : 'reopen-only', { name: payment?.name ?? '' })}
          </Text>
        </WrittenReason>
      ) : null}
    </li>
  )
}

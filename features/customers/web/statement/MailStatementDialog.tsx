import { useTranslation } from 'react-i18next'
import { MailDialog } from '#features/mail/web/MailDialog.tsx'
import type { Paper } from '#kernel/paper.ts'
import { useAsk, useRun } from '#web/query.ts'
import { say } from '#web/ui/say.tsx'
import type { mailStatement, statementDraft } from '../../domain/statement-contract.ts'
import type { StatementWanted } from './StatementView.tsx'

type Props = {
  draft: typeof statementDraft
  command: typeof mailStatement
  wanted: StatementWanted
  paper: Paper
  close: () => void
}

/** The dialog to mail a statement of a customer as PDF. */
export function MailStatementDialog({ draft: contract, command, wanted, paper, close }: Props) {
  const { t } = useTranslation('customers')
  const draft = useAsk(contract, wanted, { afresh: true })
  const run = useRun(command, {
    onSuccess: (_output, { to }) => {
      say.done(t('statement.mailed', { to }))
      close()
    },
  })
  return (
    <MailDialog
      title={t('statement.mail')}
      draft={draft.data}
      paper={paper}
      asked={[draft]}
      send={(text) => run.mutateAsync({ ...wanted, ...text })}
      close={close}
    />
  )
}

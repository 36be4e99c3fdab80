import { useTranslation } from 'react-i18next'
import { MailDialog } from '#features/mail/web/MailDialog.tsx'
import { useAsk, useRun } from '#web/query.ts'
import { say } from '#web/ui/say.tsx'
import type { Paper } from '#kernel/paper.ts'
import { mailStatement, statementDraft } from '../../domain/statement-contract.ts'

type Props = { wanted: { id: number; from: string; until: string }; paper: Paper; close: () => void }

/** The dialog to mail a statement of account as PDF. */
export default function MailStatement({ wanted, paper, close }: Props) {
  const { t } = useTranslation('customers')
  const topic = `customers:${wanted.id}`
  const draft = useAsk(statementDraft, wanted, { topics: [], afresh: true })
  const run = useRun(mailStatement, {
    invalidates: [topic],
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
      failed={draft.error}
      retry={() => void draft.refetch()}
      send={(text) => run.mutateAsync({ ...wanted, ...text })}
      close={close}
    />
  )
}

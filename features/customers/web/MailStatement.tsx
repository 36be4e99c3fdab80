import { useTranslation } from 'react-i18next'
import { MailForm } from '#features/mail/web/MailForm.tsx'
import { useAsk, useRun } from '#web/query.ts'
import { Dialog } from '#web/ui/Overlays.tsx'
import { say } from '#web/ui/say.tsx'
import { ErrorState, Loading } from '#web/ui/states.tsx'
import type { Paper } from '#kernel/paper.ts'
import { mailStatement, statementDraft } from '../domain/statement-contract.ts'

type Props = { wanted: { id: number; from: string; until: string }; paper: Paper; close: () => void }

/** Mails a statement of account as PDF. */
export default function MailStatement({ wanted, paper, close }: Props) {
  const { t } = useTranslation('customers')
  const topic = `customers:${wanted.id}`
  const draft = useAsk(statementDraft, wanted, { topics: [], staleTime: Infinity })
  const run = useRun(mailStatement, {
    invalidates: [topic],
    onSuccess: (_output, { to }) => {
      say.done(t('statement.mailed', { to }))
      close()
    },
  })
  return (
    <Dialog opened onClose={close} title={t('statement.mail')} size={1180} closeOnClickOutside={false}>
      {draft.data ? (
        <MailForm
          draft={draft.data}
          paper={paper}
          send={(text) => run.mutateAsync({ ...wanted, ...text })}
          close={close}
        />
      ) : draft.error ? (
        <ErrorState error={draft.error} retry={() => void draft.refetch()} />
      ) : (
        <Loading rows={8} />
      )}
    </Dialog>
  )
}

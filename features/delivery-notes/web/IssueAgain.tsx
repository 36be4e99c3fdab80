import { FileCheck } from '#web/ui/icon/icons.ts'
import { useTranslation } from 'react-i18next'
import { shippingRights } from '#features/shipping/domain/rights.ts'
import { useRun } from '#web/query.ts'
import { useMay } from '#web/session.ts'
import { ActionButton, WhyClosed } from '#web/ui/ActionButton.tsx'
import { say } from '#web/ui/say.tsx'
import { issueAgain, type NotedStopView } from '../domain/contract.ts'
import { NoteProblems, Warning } from './NoteProblems.tsx'

/**
 * Says that the note of a stop was refused after its goods had left, and issues it again when nothing forbids it any more. Shows nothing
 * for any other note.
 */
export function IssueAgain({ stop }: { stop: NotedStopView }) {
  const { t } = useTranslation('movement')
  const mayIssue = useMay(shippingRights.drive)
  const issuing = useRun(issueAgain, {
    onSuccess: () => say.done(t('said.issued', { count: 1 })),
    onError: (error) => say.failed(error),
  })
  const { note, again = false, problems } = stop
  if (note === null || !again) return null
  const closed = problems.length > 0 ? t('again.incomplete') : null
  return (
    <>
      <Warning>{t('again.body', { number: note.number })}</Warning>
      <NoteProblems stop={stop} />
      {mayIssue ? (
        <ActionButton
          mih={48}
          style={{ justifySelf: 'start' }}
          variant="default"
          leftSection={<FileCheck size={16} aria-hidden />}
          pending={issuing.isPending}
          closed={closed}
          onClick={() => issuing.mutate({ id: note.id })}
        >
          {t('again.button')}
        </ActionButton>
      ) : null}
      {mayIssue ? <WhyClosed reasons={[closed]} /> : null}
    </>
  )
}

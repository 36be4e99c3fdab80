import { Anchor, Group, Text } from '@mantine/core'
import { CircleCheck, CircleHelp, Clock, Paperclip, TriangleAlert } from '#web/ui/icon/icons.ts'
import { useTranslation } from 'react-i18next'
import { inputAddress } from '#kernel/contract.ts'
import type { Entity } from '#kernel/entity.ts'
import { useAsk, useRun } from '#web/query.ts'
import { useMay } from '#web/session.ts'
import { ActionButton } from '#web/ui/ActionButton.tsx'
import { Panel } from '#web/ui/Panel.tsx'
import { say } from '#web/ui/say.tsx'
import { RefusalText } from '#web/ui/states.tsx'
import { MomentText } from '#web/ui/texts.tsx'
import { type Mail, mailAttachment, mailsOfRecord, retryMail } from '../domain/contract.ts'
import { mailRights } from '../domain/rights.ts'
import { causeInWords } from './mail-cause.ts'
import styles from './mails.module.css'

const ICONS = { WAITING: Clock, SENT: CircleCheck, UNSURE: CircleHelp, FAILED: TriangleAlert } as const

/** Lists the mails about a record with their status. Shows nothing if there are none. */
export function MailsPanel({ entity, id }: { entity: Entity; id: number }) {
  const { t } = useTranslation('mail')
  const answer = useAsk(mailsOfRecord, { entity: entity.name, id })
  const mails = answer.data?.rows ?? []
  if (mails.length === 0 && !answer.error) return null
  return (
    <Panel title={t('title')}>
      <RefusalText error={answer.error} retry={() => void answer.refetch()} />
      <ul className={styles.mails}>
        {mails.map((mail) => (
          <MailRow key={mail.id} mail={mail} />
        ))}
      </ul>
    </Panel>
  )
}

function MailRow({ mail }: { mail: Mail }) {
  const { t } = useTranslation('mail')
  const mayWrite = useMay(mailRights.write)
  const Icon = ICONS[mail.status]
  const maySendAgain = (mail.status === 'FAILED' || mail.status === 'UNSURE') && mail.attachmentKept && mayWrite
  return (
    <li>
      <Group gap={6} wrap="nowrap" className={styles.state} data-status={mail.status}>
        <Icon size={16} aria-hidden />
        <span>{t(`status.${mail.status}`)}</span>
        <Text span size="xs" c="dimmed" className={styles.when}>
          <MomentText value={mail.sent ?? mail.created} />
        </Text>
      </Group>
      <Text size="sm" fw={600} className={styles.text}>
        {mail.to}
      </Text>
      <Text size="sm" className={styles.text}>
        {mail.subject}
      </Text>
      <Attachment mail={mail} />
      <Text size="xs" c="dimmed">
        {mail.userName}
      </Text>
      <Outcome mail={mail} />
      {maySendAgain ? <RetryButton id={mail.id} /> : null}
    </li>
  )
}

/** Links to the attached file, or says that it is no longer kept. */
function Attachment({ mail }: { mail: Mail }) {
  const { t } = useTranslation('mail')
  if (!mail.attachmentKept)
    return (
      <Text size="xs" c="dimmed" className={styles.text}>
        <Paperclip size={14} aria-hidden /> {mail.attachmentName} – {t('attachment-gone')}
      </Text>
    )
  if (mail.attachmentName === '') return null
  return (
    <Anchor size="xs" className={styles.text} href={inputAddress(mailAttachment, { id: mail.id })} download>
      <Paperclip size={14} aria-hidden /> {mail.attachmentName}
    </Anchor>
  )
}

/** Says why a mail waits or failed, and lists the status for each address if they differ. */
function Outcome({ mail }: { mail: Mail }) {
  const { t } = useTranslation('mail')
  return (
    <>
      {mail.error === null ? null : (
        <Text size="xs" className={styles.text} c={mail.status === 'FAILED' ? 'var(--mantine-color-error)' : undefined}>
          {t(mail.status === 'WAITING' ? 'waits' : 'failed', {
            error: causeInWords(mail.error, (cause) => t(`cause.${cause}`)),
          })}
        </Text>
      )}
      {mail.recipients.length > 1 && mail.recipients.some(({ status }) => status !== mail.status) ? (
        <ul className={styles.recipients}>
          {mail.recipients.map(({ address, status }) => (
            <li key={address}>
              {address}: {t(`status.${status}`)}
            </li>
          ))}
        </ul>
      ) : null}
      {mail.status === 'UNSURE' ? (
        <Text size="xs" className={styles.text}>
          {t('unsure')}
        </Text>
      ) : null}
    </>
  )
}

/** Sends a mail again. */
function RetryButton({ id }: { id: number }) {
  const { t } = useTranslation('mail')
  const run = useRun(retryMail, {
    onSuccess: () => say.done(t('said.again')),
    onError: (error) => say.failed(error),
  })
  return (
    <ActionButton size="compact-sm" variant="default" mt={4} pending={run.isPending} onClick={() => run.mutate({ id })}>
      {t('action.retry')}
    </ActionButton>
  )
}

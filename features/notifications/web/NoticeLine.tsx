/** One line of what waits: what it is, the records behind it, and what the person can do with the line. */
import { ActionIcon, Anchor, Button, Group, Text, Tooltip, VisuallyHidden } from '@mantine/core'
import { AlarmClock, AlarmClockOff, AtSign, Check, CircleAlert } from '#web/ui/icon/icons.ts'
import { type ReactNode, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { PageLink } from '#web/navigation.tsx'
import { useAsk, useRun } from '#web/query.ts'
import { say } from '#web/ui/say.tsx'
import { MomentText } from '#web/ui/texts.tsx'
import {
  type Line,
  type LineThing,
  readNotices,
  snoozeNotice,
  THINGS_A_LINE,
  thingsOfKind,
} from '../domain/contract.ts'
import { useLineTexts } from './line-texts.ts'
import styles from './notices.module.css'

type LineProps = { line: Line; close: () => void }

export function NoticeLine({ line, close }: LineProps) {
  const { t } = useTranslation('notifications')
  const texts = useLineTexts()
  const { read, snooze } = useLineActions(line)
  const { message, things, unread } = line
  const Icon = message ? AtSign : CircleAlert
  /** Opening the cause is reading the line, also of one that waits for tomorrow. */
  const opened = () => {
    if (unread || line.snoozed) read()
    close()
  }
  const only = line.count === 1 ? things[0] : undefined
  const to = message?.to ?? line.page ?? only?.to ?? null
  return (
    <li className={styles.line} data-unread={unread || undefined}>
      <Icon size={20} strokeWidth={1.75} className={styles.kind} aria-hidden />
      <div className={styles.what}>
        {unread ? <VisuallyHidden>{t('new')}</VisuallyHidden> : null}
        <Title to={to} onClick={opened}>
          {texts.line(line)}
        </Title>
        <Text size="xs" c="dimmed">
          {message ? `${texts.record(message)} · ` : null}
          <MomentText value={line.since} />
        </Text>
        {message ? (
          <Text size="sm" className={styles.excerpt}>
            {message.text}
          </Text>
        ) : (
          <Things line={line} opened={opened} />
        )}
      </div>
      <Group gap={4} wrap="nowrap" className={styles.actions}>
        {unread ? (
          <Tool label={t('read')} line={texts.line(line)} press={read}>
            <Check size={16} aria-hidden />
          </Tool>
        ) : null}
        <Tool label={line.snoozed ? t('wake') : t('snooze')} line={texts.line(line)} press={snooze}>
          {line.snoozed ? <AlarmClockOff size={16} aria-hidden /> : <AlarmClock size={16} aria-hidden />}
        </Tool>
      </Group>
    </li>
  )
}

function useLineActions({ key, snoozed }: Line) {
  const options = { onError: (error: Error) => say.failed(error) }
  const read = useRun(readNotices, options)
  const snooze = useRun(snoozeNotice, options)
  return {
    read: () => read.mutate({ key }),
    snooze: () => snooze.mutate({ key, snoozed: !snoozed }),
  }
}

function Title({ to, onClick, children }: { to: string | null; onClick: () => void; children: ReactNode }) {
  return to === null ? (
    <Text fw={600}>{children}</Text>
  ) : (
    <Anchor component={PageLink} to={to} onClick={onClick} fw={600} c="var(--mantine-color-text)">
      {children}
    </Anchor>
  )
}

function Tool({
  label,
  line,
  press,
  children,
}: {
  label: string
  line: string
  press: () => void
  children: ReactNode
}) {
  return (
    <Tooltip label={label}>
      <ActionIcon variant="subtle" color="gray" size={36} aria-label={`${label}: ${line}`} onClick={press}>
        {children}
      </ActionIcon>
    </Tooltip>
  )
}

/** The newest records behind a fact, and the others on demand. */
function Things({ line, opened }: { line: Line; opened: () => void }) {
  const { t } = useTranslation('notifications')
  const [all, setAll] = useState(false)
  const answer = useAsk(thingsOfKind, { kind: line.kind }, { enabled: all })
  const things: readonly LineThing[] = (all && answer.data?.things) || line.things
  const more = line.count > things.length && things.length <= THINGS_A_LINE
  return (
    <>
      <ul className={styles.things}>
        {things.map((thing) => (
          <li key={thing.id}>
            <Anchor component={PageLink} to={thing.to} onClick={opened} size="sm">
              {thing.title}
            </Anchor>
          </li>
        ))}
      </ul>
      {more ? (
        <Button variant="subtle" size="compact-xs" loading={all && answer.isPending} onClick={() => setAll(true)}>
          {t('show-more')}
        </Button>
      ) : null}
    </>
  )
}

/** The drawer with everything that waits for the person, and with the choice of what they want to see. */
import { Button, Group, Stack } from '@mantine/core'
import { CheckCheck, Settings2 } from '#web/ui/icon/icons.ts'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useAsk, useRun } from '#web/query.ts'
import { ActionButton } from '#web/ui/ActionButton.tsx'
import { Drawer } from '#web/ui/Overlays.tsx'
import { say } from '#web/ui/say.tsx'
import { EmptyState, ErrorState, Loading, RefusalText } from '#web/ui/states.tsx'
import { type Line, listNotices, readNotices } from '../domain/contract.ts'
import { KindChoice } from './KindChoice.tsx'
import { NoticeLine } from './NoticeLine.tsx'
import styles from './notices.module.css'

type DrawerProps = { opened: boolean; close: () => void }

export default function NoticesDrawer({ opened, close }: DrawerProps) {
  const { t } = useTranslation('notifications')
  return (
    <Drawer opened={opened} onClose={close} title={t('title')} size={460}>
      <Notices close={close} />
    </Drawer>
  )
}

function Notices({ close }: { close: () => void }) {
  const { t } = useTranslation('notifications')
  const answer = useAsk(listNotices, {}, { staleTime: 0 })
  const [choosing, setChoosing] = useState(false)
  const readAll = useRun(readNotices, { onError: (error) => say.failed(error) })
  const lines = answer.data?.lines
  if (lines === undefined)
    return answer.error ? (
      <ErrorState error={answer.error} retry={() => void answer.refetch()} />
    ) : (
      <Loading rows={4} height={56} />
    )
  return (
    <Stack gap="sm">
      <Group gap="xs">
        <ActionButton
          variant="default"
          size="compact-md"
          leftSection={<CheckCheck size={16} aria-hidden />}
          closed={lines.some(({ unread }) => unread) ? null : t('all-read')}
          pending={readAll.isPending}
          onClick={() => readAll.mutate({})}
        >
          {t('read-all')}
        </ActionButton>
        <Button
          variant="default"
          size="compact-md"
          leftSection={<Settings2 size={16} aria-hidden />}
          aria-expanded={choosing}
          onClick={() => setChoosing(!choosing)}
        >
          {t('choose')}
        </Button>
      </Group>
      {choosing ? <KindChoice kinds={answer.data?.kinds ?? []} /> : null}
      {answer.error ? <RefusalText error={answer.error} retry={() => void answer.refetch()} /> : null}
      <Lines lines={lines} close={close} />
    </Stack>
  )
}

/** The lines, and behind a button those that wait for tomorrow. */
function Lines({ lines, close }: { lines: readonly Line[]; close: () => void }) {
  const { t } = useTranslation('notifications')
  const [withSnoozed, setWithSnoozed] = useState(false)
  const now = lines.filter(({ snoozed }) => !snoozed)
  const later = lines.filter(({ snoozed }) => snoozed)
  return (
    <>
      {now.length === 0 ? <EmptyState title={t('nothing')} hint={t('nothing-hint')} /> : null}
      <ul className={styles.lines} aria-label={t('title')}>
        {now.map((line) => (
          <NoticeLine key={line.key} line={line} close={close} />
        ))}
      </ul>
      {later.length > 0 ? (
        <>
          <Button
            variant="subtle"
            color="gray"
            size="compact-md"
            aria-expanded={withSnoozed}
            onClick={() => setWithSnoozed(!withSnoozed)}
          >
            {t('snoozed', { count: later.length })}
          </Button>
          {withSnoozed ? (
            <ul className={styles.lines} aria-label={t('snoozed', { count: later.length })}>
              {later.map((line) => (
                <NoticeLine key={line.key} line={line} close={close} />
              ))}
            </ul>
          ) : null}
        </>
      ) : null}
    </>
  )
}

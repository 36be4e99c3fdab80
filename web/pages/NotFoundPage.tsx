import { Button, Group, Stack, Text, Title } from '@mantine/core'
import type { ErrorComponentProps } from '@tanstack/react-router'
import type { LucideIcon } from '#web/ui/icon/icon.ts'
import { Compass, TriangleAlert } from '#web/ui/icon/icons.ts'
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import type { Refusal } from '#kernel/refusal.ts'
import { useWakesPage } from '#web/drawing/first-screen.ts'
import { PageLink } from '#web/navigation.tsx'
import { useTabName } from '#web/page-title.ts'
import { refusalText } from '#web/ui/problems.ts'

/** A page that shows only a message. */
export function MessagePage({
  icon,
  title,
  body,
  children,
}: {
  icon: ReactNode
  title: string
  body: string
  children?: ReactNode
}) {
  useWakesPage()
  return (
    <Stack align="center" justify="center" gap="xs" mih="60vh" ta="center" px="md">
      {icon}
      <Title order={1}>{title}</Title>
      <Text c="dimmed" maw={460}>
        {body}
      </Text>
      <Group mt="sm" justify="center">
        {children}
      </Group>
    </Stack>
  )
}

/** The page of an address that does not exist. */
export function NotFoundPage() {
  const { t } = useTranslation('frame')
  return <DeadEnd picture={Compass} title={t('not-found.title')} body={t('not-found.body')} />
}

type NoRecordPageProps = {
  /** The refusal with which the server answers for an unknown id. */
  missing: Refusal
  /** The list of these records, if the person may open it. */
  list?: { to: string; label: string } | undefined
}

/** The page of a record whose address contains no id. It says that there is no such record. */
export function NoRecordPage({ missing, list }: NoRecordPageProps) {
  const { t } = useTranslation('frame')
  const title = refusalText(missing)
  useTabName(title)
  return <DeadEnd picture={Compass} title={title} body={t('not-found.body')} onward={list} />
}

type DeadEndProps = {
  picture: LucideIcon
  title: string
  body: string
  /** The page to which the first button leads; the start page if left out. */
  onward?: { to: string; label: string } | undefined
}

/** Leads from an address that shows nothing to another page or back. */
function DeadEnd({ picture: Icon, title, body, onward }: DeadEndProps) {
  const { t } = useTranslation('frame')
  return (
    <MessagePage
      icon={<Icon size={32} strokeWidth={1.5} color="var(--mantine-color-dimmed)" aria-hidden />}
      title={title}
      body={body}
    >
      <Button component={PageLink} to={onward?.to ?? '/'}>
        {onward?.label ?? t('not-found.home')}
      </Button>
      <Button variant="default" onClick={() => window.history.back()}>
        {t('action.back')}
      </Button>
    </MessagePage>
  )
}

/** The messages of browsers when a file of a page does not load. */
const FILE_MISSING = /dynamically imported module|importing a module script/i

/** The page failed, or its code did not load: offline on a device that has not cached it, or after an update. */
export function CrashPage({ reset, error }: Partial<ErrorComponentProps>) {
  const { t } = useTranslation('frame')
  const missing = !navigator.onLine && FILE_MISSING.test(String(error))
  return (
    <MessagePage
      icon={<TriangleAlert size={32} strokeWidth={1.5} color="var(--mantine-color-error)" aria-hidden />}
      title={missing ? t('crash.offline-title') : t('crash.title')}
      body={missing ? t('crash.offline-body') : t('crash.body')}
    >
      <Button onClick={() => window.location.reload()}>{t('crash.reload')}</Button>
      {reset ? (
        <Button variant="default" onClick={reset}>
          {t('action.retry')}
        </Button>
      ) : null}
    </MessagePage>
  )
}

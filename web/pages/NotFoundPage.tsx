import { Button, Group, Stack, Text, Title } from '@mantine/core'
import type { ErrorComponentProps } from '@tanstack/react-router'
import { Compass, Hourglass, type LucideIcon, TriangleAlert } from 'lucide-react'
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { PageLink } from '#web/navigation.tsx'

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

/** The page of an address that the product has a page for, but not yet. */
export function NotYetPage() {
  const { t } = useTranslation('frame')
  return <DeadEnd picture={Hourglass} title={t('not-yet.title')} body={t('not-yet.body')} />
}

/** Leads from an address without a page to the start page or back. */
function DeadEnd({ picture: Icon, title, body }: { picture: LucideIcon; title: string; body: string }) {
  const { t } = useTranslation('frame')
  return (
    <MessagePage
      icon={<Icon size={32} strokeWidth={1.5} color="var(--mantine-color-dimmed)" aria-hidden />}
      title={title}
      body={body}
    >
      <Button component={PageLink} to="/">
        {t('not-found.home')}
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

/** The states of a screen without data: empty, loading, failed. */
import { Alert, Anchor, Button, Group, Skeleton, Stack, Text } from '@mantine/core'
import { Inbox, RotateCw, TriangleAlert, WifiOff } from '#web/ui/icon/icons.ts'
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { Offline } from '#web/api.ts'
import { recordsOf, Refused } from '#kernel/refusal.ts'
import { languageOf } from '#web/language/language-of.ts'
import { PageLink } from '#web/navigation.tsx'
import { mayRetry, problemText } from '#web/ui/problems.ts'

/** Shows that there are no records yet, and offers the next step. */
export function EmptyState({ title, hint, action }: { title: string; hint?: ReactNode; action?: ReactNode }) {
  return (
    <Stack align="center" gap={6} py={48} px="md" ta="center">
      <Inbox size={32} strokeWidth={1.5} color="var(--mantine-color-dimmed)" aria-hidden />
      <Text fw={600}>{title}</Text>
      {hint ? (
        <Text size="sm" c="dimmed" maw={420}>
          {hint}
        </Text>
      ) : null}
      {action ? <Group mt="xs">{action}</Group> : null}
    </Stack>
  )
}

/** Shows why loading failed, below `title` if the specification quotes one, and offers a retry. */
export function ErrorState({
  error,
  retry,
  title,
}: {
  error: unknown
  retry?: () => void
  title?: string | undefined
}) {
  const { t } = useTranslation('frame')
  const Icon = error instanceof Offline ? WifiOff : TriangleAlert
  return (
    <Stack align="center" gap={6} py={48} px="md" ta="center" role="alert">
      <Icon size={32} strokeWidth={1.5} color="var(--mantine-color-error)" aria-hidden />
      <Text fw={600}>{title ?? t('problem.reading')}</Text>
      <Text size="sm" c="dimmed" maw={460}>
        {problemText(error)}
      </Text>
      {retry && mayRetry(error) ? (
        <Button mt="xs" variant="default" leftSection={<RotateCw size={16} aria-hidden />} onClick={retry}>
          {t('action.retry')}
        </Button>
      ) : null}
    </Stack>
  )
}

/** Shows a refusal or failure beside the refused element, with links to the records that it names. */
export function RefusalText({ error, retry }: { error: unknown; retry?: () => void }) {
  const { t } = useTranslation('frame')
  if (error === null || error === undefined) return null
  const records = error instanceof Refused ? recordsOf(error.refusal) : []
  return (
    <Alert color="red" variant="light" icon={<TriangleAlert size={16} aria-hidden />} role="alert" py="xs">
      <Group justify="space-between" gap="sm">
        <Text size="sm" c="var(--mantine-color-text)">
          {problemText(error)}
        </Text>
        {records.length === 0 ? null : (
          <Group gap="sm">
            {records.map(({ name, to }) => (
              <Anchor key={`${to} ${name}`} component={PageLink} to={to} size="sm" underline="always">
                {name}
              </Anchor>
            ))}
          </Group>
        )}
        {retry && mayRetry(error) ? (
          <Button size="compact-sm" variant="default" onClick={retry}>
            {t('action.retry')}
          </Button>
        ) : null}
      </Group>
    </Alert>
  )
}

/**
 * Shows a failure under a title that the specification may quote in another language than the person's; the reason below is in theirs. `lang`
 * names the language of a title whose letters do not. `close` adds a button that closes the alert.
 */
export function QuotedAlert({
  title,
  lang,
  error,
  retry,
  close,
  mt,
  mb,
}: {
  title: string
  lang?: 'en'
  error: unknown
  retry: () => void
  close?: () => void
  mt?: 'md'
  mb?: 'md'
}) {
  const { t, i18n } = useTranslation('frame')
  return (
    <Alert
      color="red"
      variant="light"
      role="alert"
      mt={mt}
      mb={mb}
      icon={<TriangleAlert size={16} aria-hidden />}
      title={<span lang={lang ?? languageOf(title, i18n.language)}>{title}</span>}
      {...(close && { withCloseButton: true, closeButtonLabel: t('action.close'), onClose: close })}
    >
      <Text size="sm" c="var(--mantine-color-text)">
        {problemText(error)}
      </Text>
      {mayRetry(error) ? (
        <Button mt="xs" size="compact-sm" variant="default" onClick={retry}>
          {t('action.retry')}
        </Button>
      ) : null}
    </Alert>
  )
}

/** Grey bars in the shape of the loading content. */
export function Loading({ rows = 6, height = 28 }: { rows?: number; height?: number }) {
  const { t } = useTranslation('frame')
  return (
    <Stack gap="xs" role="status" aria-label={t('state.loading')} data-loading>
      {Array.from({ length: rows }, (_, index) => (
        <Skeleton key={index} height={height} width={index === rows - 1 && rows > 2 ? '60%' : '100%'} />
      ))}
    </Stack>
  )
}

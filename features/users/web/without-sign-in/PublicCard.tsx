import { Alert, Anchor, Stack, Text, Title } from '@mantine/core'
import { Check } from '#web/ui/icon/icons.ts'
import type { ReactNode } from 'react'
import { PageLink } from '#web/navigation.tsx'
import styles from '#web/pages/pages.module.css'

type PublicCardProps = {
  readonly title: string
  readonly hint: string | null
  /** The text of the link to the page of the sign-in. */
  readonly back: string
  readonly children: ReactNode
}

/** The card of a page that needs no sign-in, with the way back to the sign-in. */
export function PublicCard({ title, hint, back, children }: PublicCardProps) {
  return (
    <section className={styles.card} aria-labelledby="card-title">
      <Title order={1} id="card-title" mb={hint === null ? 'lg' : 0}>
        {title}
      </Title>
      {hint === null ? null : (
        <Text c="dimmed" size="sm" mb="lg" mt={4}>
          {hint}
        </Text>
      )}
      <Stack gap="md">
        {children}
        <Anchor component={PageLink} to="/login" size="sm">
          {back}
        </Anchor>
      </Stack>
    </section>
  )
}

/** Says what was done and what happens next. */
export function DoneAlert({ done, then }: { readonly done: string; readonly then: string }) {
  return (
    <Alert color="green" variant="light" role="status" icon={<Check size={16} aria-hidden />}>
      <Text size="sm" fw={600} c="var(--mantine-color-text)">
        {done}
      </Text>
      <Text size="sm" mt={4} c="var(--mantine-color-text)" style={{ overflowWrap: 'anywhere' }}>
        {then}
      </Text>
    </Alert>
  )
}

import { Alert, Badge, Group, Text, Title } from '@mantine/core'
import { CircleCheck, TriangleAlert } from '#web/ui/icon/icons.ts'
import { useTranslation } from 'react-i18next'
import type { EnvironmentPart, Trial } from '#kernel/settings/environment.ts'
import { currentLanguage } from '#web/i18n.ts'
import { useRun } from '#web/query.ts'
import { ActionButton } from '#web/ui/ActionButton.tsx'
import { RefusalText } from '#web/ui/states.tsx'
import { tryEnvironment } from '../../domain/environment.ts'
import styles from './environment.module.css'

/** The parts that are missing only if something is wrong. Each has a text that says what. */
const PARTS_WITH_CAUSE: ReadonlySet<string> = new Set(['secrets'])

/** Shows one part with its state, what depends on it, and the buttons that try it. */
export function PartRow({ part, wanted }: { readonly part: EnvironmentPart; readonly wanted: boolean }) {
  const { t } = useTranslation('settings')
  const name = t(`environment.part.${part.name}`)
  const trial = useRun(tryEnvironment)
  const run = (mail: boolean) => trial.mutate({ part: part.name, mail, language: currentLanguage() })
  return (
    <li className={styles.part} ref={wanted ? showFirst : undefined}>
      <div className={styles.words}>
        <Group gap="xs">
          <Title order={3} size="h5" tabIndex={-1}>
            {name}
          </Title>
          <Badge variant="default" tt="none" fw={500} data-state={part.state}>
            {t(`environment.state.${part.state}`)}
          </Badge>
        </Group>
        <Text size="sm">{t(`environment.depends.${part.name}`)}</Text>
        <Text size="xs" c="dimmed" className={styles.facts}>
          {part.facts.map((fact) => `${t(`environment.fact.${fact.name}`)}: ${fact.value} · `).join('')}
          {t('environment.variables')}: {part.variables.join(', ')}
        </Text>
        {part.state === 'missing' && PARTS_WITH_CAUSE.has(part.name) ? (
          <Alert color="red" variant="light" icon={<TriangleAlert size={16} aria-hidden />} py="xs" mt="xs">
            <Text size="sm">{t(`environment.wrong.${part.name}`, { variables: part.variables.join(', ') })}</Text>
          </Alert>
        ) : null}
      </div>
      {part.tried ? (
        <Group gap="xs" className={styles.buttons}>
          {part.name === 'mail' ? (
            <ActionButton
              variant="default"
              size="xs"
              pending={trial.isPending && trial.variables.mail}
              onClick={() => run(true)}
            >
              {t('environment.try-mail')}
            </ActionButton>
          ) : null}
          <ActionButton
            variant="default"
            size="xs"
            aria-label={t('environment.try-part', { part: name })}
            pending={trial.isPending && !trial.variables.mail}
            onClick={() => run(false)}
          >
            {t('environment.try')}
          </ActionButton>
        </Group>
      ) : null}
      <div aria-live="polite" className={styles.result}>
        {trial.isPending ? null : trial.error ? (
          <RefusalText error={trial.error} />
        ) : trial.data ? (
          <Result part={part} trial={trial.data} mailed={trial.variables?.mail ?? false} />
        ) : null}
      </div>
    </li>
  )
}

/** Brings the part that the address names into view. */
function showFirst(row: HTMLElement | null): void {
  row?.scrollIntoView({ block: 'center' })
  row?.querySelector<HTMLElement>('h3')?.focus({ preventScroll: true })
}

/** Says in words what a trial has shown, and for a failure what to do. */
function Result({ part, trial, mailed }: { part: EnvironmentPart; trial: Trial; mailed: boolean }) {
  const { t } = useTranslation('settings')
  if (trial.kind === 'works')
    return (
      <Alert color="green" variant="light" icon={<CircleCheck size={16} aria-hidden />} py="xs">
        {t(`environment.works.${part.name}${mailed ? '-sent' : ''}`, { seen: trial.seen })}
      </Alert>
    )
  return (
    <Alert color="red" variant="light" icon={<TriangleAlert size={16} aria-hidden />} py="xs">
      <Text size="sm">{t(`environment.fault.${trial.fault}`, { variables: part.variables.join(', ') })}</Text>
      {trial.code === '' ? null : (
        <Text size="sm" className={styles.facts}>
          {t('environment.said', { code: trial.code })}
        </Text>
      )}
      {trial.pausedUntil === null ? null : (
        <Text size="sm">{t('environment.paused', { until: trial.pausedUntil })}</Text>
      )}
    </Alert>
  )
}

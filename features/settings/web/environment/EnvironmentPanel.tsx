import { useQuery } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import type { EnvironmentPart } from '#kernel/settings/environment.ts'
import { runCommand } from '#web/api.ts'
import { Panel } from '#web/ui/Panel.tsx'
import { ErrorState, Loading } from '#web/ui/states.tsx'
import { Text } from '@mantine/core'
import { showEnvironment } from '../../domain/environment.ts'
import { PartRow } from './PartRow.tsx'
import styles from './environment.module.css'

/** The parts of the server itself; the others are services outside. */
const OF_THE_SERVER: ReadonlySet<string> = new Set([
  'public-address',
  'data-api',
  'secrets',
  'database',
  'files',
  'processes',
])

/** Shows what the environment of the server sets, and tries each part on a press. `wanted` is the part that is shown first. */
export function EnvironmentPanel({ wanted }: { readonly wanted?: string | undefined }) {
  const { t } = useTranslation('settings')
  const answer = useQuery({
    queryKey: [showEnvironment.name],
    queryFn: () => runCommand(showEnvironment, {}),
  })
  if (!answer.data)
    return (
      <Panel title={t('environment.title')}>
        {answer.error ? <ErrorState error={answer.error} retry={() => void answer.refetch()} /> : <Loading rows={8} />}
      </Panel>
    )
  const { parts } = answer.data
  const rows = (list: readonly EnvironmentPart[]) => (
    <ul className={styles.parts}>
      {list.map((part) => (
        <PartRow key={part.name} part={part} wanted={part.name === wanted} />
      ))}
    </ul>
  )
  return (
    <>
      <Text size="sm" mb="md">
        {t('environment.body')}
      </Text>
      <Panel title={t('environment.services')} flush>
        {rows(parts.filter(({ name }) => !OF_THE_SERVER.has(name)))}
      </Panel>
      <Panel title={t('environment.server')} flush>
        {rows(parts.filter(({ name }) => OF_THE_SERVER.has(name)))}
      </Panel>
    </>
  )
}

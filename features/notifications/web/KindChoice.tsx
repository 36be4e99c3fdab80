import { Divider, Stack, Switch, Text } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import { useRun } from '#web/query.ts'
import { say } from '#web/ui/say.tsx'
import { chooseKind } from '../domain/contract.ts'
import { useLineTexts } from './line-texts.ts'
import { PushDevices } from './PushDevices.tsx'
import styles from './notices.module.css'

/** A switch for each kind that the person may see, and the devices that show them. */
export function KindChoice({ kinds }: { kinds: readonly { kind: string; shown: boolean }[] }) {
  const { t } = useTranslation('notifications')
  const texts = useLineTexts()
  const choose = useRun(chooseKind, { onError: (error) => say.failed(error) })
  return (
    <Stack gap="sm" className={styles.choice} role="group" aria-label={t('choose')}>
      <Text size="sm" c="dimmed">
        {t('choose-hint')}
      </Text>
      {kinds.map(({ kind, shown }) => (
        <Switch
          key={kind}
          label={texts.kind(kind)}
          checked={shown}
          onChange={(event) => choose.mutate({ kind, shown: event.currentTarget.checked })}
        />
      ))}
      <Divider />
      <PushDevices />
    </Stack>
  )
}

import { Button, Group, Stack, Text, Title } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import { CopyValue } from '#web/ui/form/ShownOnce.tsx'
import styles from './second-factor.module.css'
import { useFocusFirst } from './use-focus-first.ts'

type RecoveryCodesProps = {
  readonly codes: readonly string[]
  /** Called when the person has kept the codes. The server never returns them again. */
  readonly kept: () => void
}

/** Shows new recovery codes, once. */
export function RecoveryCodes({ codes, kept }: RecoveryCodesProps) {
  const { t } = useTranslation('users')
  const first = useFocusFirst<HTMLHeadingElement>()
  return (
    <Stack gap="md">
      <Title order={3} ref={first} tabIndex={-1}>
        {t('factor.codes')}
      </Title>
      <Text size="sm">{t('factor.codes-hint')}</Text>
      <ul className={styles.codes} aria-label={t('factor.codes')}>
        {codes.map((code) => (
          <li key={code}>{code}</li>
        ))}
      </ul>
      <Group justify="flex-end" gap="xs">
        <CopyValue value={codes.join('\n')} label={t('factor.copy-codes')} />
        <Button onClick={kept}>{t('factor.kept')}</Button>
      </Group>
    </Stack>
  )
}

import { Button, CopyButton, Group, Stack, Text, Title } from '@mantine/core'
import { Check, Copy } from 'lucide-react'
import { useTranslation } from 'react-i18next'
import styles from './second-factor.module.css'

type RecoveryCodesProps = {
  readonly codes: readonly string[]
  /** The person has kept the codes. Nobody can read them again. */
  readonly kept: () => void
}

/** Shows new recovery codes, once. */
export function RecoveryCodes({ codes, kept }: RecoveryCodesProps) {
  const { t } = useTranslation('users')
  return (
    <Stack gap="md">
      <Title order={3}>{t('factor.codes')}</Title>
      <Text size="sm">{t('factor.codes-hint')}</Text>
      <ul className={styles.codes} aria-label={t('factor.codes')}>
        {codes.map((code) => (
          <li key={code}>{code}</li>
        ))}
      </ul>
      <Group justify="flex-end" gap="xs">
        <CopyButton value={codes.join('\n')}>
          {({ copied, copy }) => (
            <Button
              variant="default"
              leftSection={copied ? <Check size={16} aria-hidden /> : <Copy size={16} aria-hidden />}
              onClick={copy}
            >
              {copied ? t('link.copied') : t('factor.copy-codes')}
            </Button>
          )}
        </CopyButton>
        <Button onClick={kept}>{t('factor.kept')}</Button>
      </Group>
    </Stack>
  )
}

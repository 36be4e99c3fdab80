import { Button, FileButton, Group, Stack, Text } from '@mantine/core'
import { ImageUp, Trash2 } from '#web/ui/icon/icons.ts'
import { type Ref, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { refusal, Refused } from '#kernel/refusal.ts'
import { useAsk, useRun } from '#web/query.ts'
import { Panel } from '#web/ui/Panel.tsx'
import { say } from '#web/ui/say.tsx'
import { ErrorState, Loading, RefusalText } from '#web/ui/states.tsx'
import { companyLogo, saveLogo } from '../domain/logo.ts'
import { logoOf } from './logo-of.ts'
import styles from './settings.module.css'

/** Chooses the logo of the letterhead, or removes it. `content` receives what the panel contains as soon as it is there. */
export function CompanyLogo({ content }: { content?: Ref<HTMLDivElement> }) {
  const { t } = useTranslation('settings')
  const answer = useAsk(companyLogo, {})
  const [unusable, setUnusable] = useState<Refused | null>(null)
  const run = useRun(saveLogo, {
    onSuccess: ({ logo }) => say.done(t(logo === null ? 'logo.removed' : 'logo.saved')),
  })
  const choose = async (file: File | null): Promise<void> => {
    if (file === null) return
    run.reset()
    const picture = await logoOf(file)
    setUnusable(picture === null ? new Refused(refusal('invalid', 'settings.logo-no-picture')) : null)
    if (picture !== null) run.mutate({ picture })
  }
  const logo = answer.data?.logo ?? null
  return (
    <Panel title={t('logo.title')}>
      {answer.data ? (
        <Stack gap="sm" ref={content}>
          <Text size="sm">{t('logo.body')}</Text>
          {logo === null ? null : (
            <div className={styles.logo}>
              <img src={logo} alt={t('logo.title')} />
            </div>
          )}
          <Group gap="sm">
            <FileButton accept="image/png,image/jpeg" onChange={(file) => void choose(file)}>
              {(props) => (
                <Button
                  {...props}
                  variant="default"
                  leftSection={<ImageUp size={16} aria-hidden />}
                  loading={run.isPending}
                >
                  {t(logo === null ? 'logo.choose' : 'logo.replace')}
                </Button>
              )}
            </FileButton>
            {logo === null ? null : (
              <Button
                variant="default"
                leftSection={<Trash2 size={16} aria-hidden />}
                disabled={run.isPending}
                onClick={() => run.mutate({ picture: null })}
              >
                {t('logo.remove')}
              </Button>
            )}
          </Group>
          <RefusalText error={unusable ?? run.error} />
        </Stack>
      ) : answer.error ? (
        <ErrorState error={answer.error} retry={() => void answer.refetch()} />
      ) : (
        <Loading rows={2} />
      )}
    </Panel>
  )
}

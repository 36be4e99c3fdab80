import { Alert, Anchor, Stack, Text, Title } from '@mantine/core'
import { TriangleAlert } from '#web/ui/icon/icons.ts'
import { useEffect } from 'react'
import { useTranslation } from 'react-i18next'
import { showFactorDemanded, useFactorDemanded } from '#web/lock/demanded-factor.ts'
import { PageLink, useGo } from '#web/navigation.tsx'
import styles from '#web/pages/pages.module.css'
import { useAsk } from '#web/query.ts'
import { takeRememberedPage } from '#web/router/remembered-page.ts'
import { checkSession, usePerson } from '#web/session.ts'
import { factorState } from '#web/session-contract.ts'
import { SetUpFactor } from './SetUpFactor.tsx'

/** The page on which an administrator sets up the second factor that the company demands, before anything else opens. */
export default function SecondFactorPage() {
  const { t } = useTranslation('users')
  const go = useGo()
  const person = usePerson()
  const demanded = useFactorDemanded()
  useEffect(() => {
    // somebody who opens the page by its address may have the factor already, or no session
    void checkSession().then((signedIn) => {
      if (!signedIn) go('/login', { replace: true })
    })
  }, [go])
  if (person === null) return null
  return (
    <section className={styles.card} data-wide aria-labelledby="factor-title">
      <Title order={1} id="factor-title" mb="md">
        {t('title.second-factor')}
      </Title>
      <Stack gap="md">
        {demanded ? <Demanded done={() => go(takeRememberedPage() ?? '/', { replace: true })} /> : null}
        <Anchor component={PageLink} to={demanded ? '/logout' : '/'} size="sm">
          {demanded ? t('bar.logout', { ns: 'frame' }) : t('not-found.home', { ns: 'frame' })}
        </Anchor>
      </Stack>
    </section>
  )
}

function Demanded({ done }: { done: () => void }) {
  const { t } = useTranslation('users')
  const state = useAsk(factorState, {}, { still: true })
  return (
    <>
      <Text size="sm">{t('factor.demanded')}</Text>
      <Text size="sm" c="dimmed">
        {t('factor.hint')}
      </Text>
      {state.data?.possible === false ? (
        <Alert color="yellow" variant="light" role="status" icon={<TriangleAlert size={16} aria-hidden />}>
          <Text size="sm" c="var(--mantine-color-text)">
            {t('refusal.factor-key-missing')}
          </Text>
        </Alert>
      ) : (
        <SetUpFactor
          done={() => {
            showFactorDemanded(false)
            done()
          }}
        />
      )}
    </>
  )
}

import { Button } from '@mantine/core'
import { Lock } from '#web/ui/icon/icons.ts'
import { useTranslation } from 'react-i18next'
import { PageLink } from '#web/navigation.tsx'
import { usePerson } from '#web/session.ts'
import { MessagePage } from '#web/pages/NotFoundPage.tsx'

/** The page of an address that this account may not open. */
export function NotAllowedPage() {
  const { t } = useTranslation('frame')
  const person = usePerson()
  return (
    <MessagePage
      icon={<Lock size={32} strokeWidth={1.5} color="var(--mantine-color-dimmed)" aria-hidden />}
      title={t('not-allowed.title')}
      body={t('not-allowed.body', { name: person?.username ?? '' })}
    >
      {person ? (
        <Button component={PageLink} to="/">
          {t('not-allowed.home')}
        </Button>
      ) : null}
      <Button variant="default" component={PageLink} to="/logout">
        {t('not-allowed.other')}
      </Button>
    </MessagePage>
  )
}

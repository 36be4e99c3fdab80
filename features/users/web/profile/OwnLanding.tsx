import { Select } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import { TODAY_PAGE } from '#kernel/rights.ts'
import { useAsk, useRun } from '#web/query.ts'
import { checkSessionAgain } from '#web/session.ts'
import { say } from '#web/ui/say.tsx'
import { chooseOwnLanding, ownProfile } from '../../domain/profile-contract.ts'

/** The choice between Today and the usual page as the own first page after sign-in (C-99), saved at once. A page that an administrator set stays. */
export function OwnLanding() {
  const { t } = useTranslation('users')
  const landing = useAsk(ownProfile, {}).data?.landing ?? null
  const choose = useRun(chooseOwnLanding, { onError: (error) => say.failed(error) })
  const shown = choose.isPending ? choose.variables.landing : landing
  const pages = [{ value: TODAY_PAGE, label: t('day.today', { ns: 'frame' }) }]
  const save = (next: string | null, undo?: () => void) =>
    choose.mutate(
      { landing: next },
      {
        onSuccess: () => {
          say.done(t('profile.landing-saved'), undo)
          // the landing page of this browser follows
          void checkSessionAgain()
        },
      },
    )
  return (
    <Select
      label={t('field.landing')}
      description={t('hint.landing')}
      placeholder={t('hint.usual-page')}
      data={shown === null || shown === TODAY_PAGE ? pages : [...pages, { value: shown, label: shown }]}
      clearable
      value={shown}
      onChange={(next) => save(next, () => save(landing))}
    />
  )
}

import { useTranslation } from 'react-i18next'
import { usePerson } from '#web/session.ts'
import { PageHeader } from '#web/ui/PageHeader.tsx'
import { OwnSecondFactor } from '../second-factor/OwnSecondFactor.tsx'
import { ChangePassword } from './ChangePassword.tsx'
import { OwnAccount } from './OwnAccount.tsx'
import { OwnAddresses } from './OwnAddresses.tsx'
import { OwnPin } from './OwnPin.tsx'
import { OwnSessions } from './OwnSessions.tsx'

/** The page on which people see and change what belongs to their own account. */
export default function ProfilePage() {
  const { t } = useTranslation('users')
  const person = usePerson()
  return (
    <>
      <PageHeader title={t('title.profile')} />
      {person === null ? null : <OwnAccount person={person} />}
      <OwnAddresses />
      {person === null ? null : <ChangePassword email={person.email} />}
      {person === null ? null : <OwnSecondFactor />}
      <OwnPin />
      <OwnSessions />
    </>
  )
}

import { Alert, Text } from '@mantine/core'
import { Clock } from '#web/ui/icon/icons.ts'
import { useEffect, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { waitingHere, type WaitingPerson } from '#web/offline/device-people.ts'

/**
 * Shows on the sign-in page which people have waiting actions on this device, and how many. The content stays hidden.
 */
export function WaitingHere() {
  const { t } = useTranslation('frame')
  const [people, setPeople] = useState<readonly WaitingPerson[]>([])
  useEffect(() => {
    // A device that cannot be read shows nothing.
    void waitingHere().then(setPeople, () => undefined)
  }, [])
  if (people.length === 0) return null
  return (
    <Alert role="status" color="yellow" variant="light" mb="md" icon={<Clock size={16} aria-hidden />}>
      {people.map(({ id, name, count }) => (
        <Text key={id} size="sm" c="var(--mantine-color-text)">
          {t('offline.left', { count, name: name || `#${id}` })}
        </Text>
      ))}
    </Alert>
  )
}

import { Button, Group } from '@mantine/core'
import { UserRound } from '#web/ui/icon/icons.ts'

type KnownNamesProps = { label: string; names: readonly string[]; choose: (name: string) => void }

/** Offers the known people of a tablet as buttons. */
export const KnownNames = ({ label, names, choose }: KnownNamesProps) =>
  names.length === 0 ? null : (
    <Group gap="xs" role="group" aria-label={label}>
      {names.map((name) => (
        <Button
          key={name}
          variant="default"
          size="md"
          mih={48}
          maw="100%"
          leftSection={<UserRound size={16} aria-hidden />}
          // The press must not take the focus from the field, because that would show its error for a moment.
          onMouseDown={(event) => event.preventDefault()}
          onClick={() => choose(name)}
        >
          {name}
        </Button>
      ))}
    </Group>
  )

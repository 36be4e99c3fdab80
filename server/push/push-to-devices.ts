/** Writes the jobs that send to the devices on which people switched notifications on. */
import { sql } from '#server/db/database.ts'
import type { Work } from '#server/work.ts'

/** The job that sends one line of the bell to one device. */
export const PUSH_JOB = 'notifications.push'

/**
 * Writes a job for each device of these people; null means all people. The job decides what the person may read and still wants to
 * see. A job that already waits is not written twice. The receiver of the jobs is the push service.
 */
export async function pushToDevices(
  { tx, enqueueMissing }: Pick<Work, 'tx' | 'enqueueMissing'>,
  key: string,
  userIds: readonly number[] | null,
): Promise<void> {
  const devices = await tx.many<{ id: number; service: string }>(sql`
    select id, lower(split_part(endpoint, '/', 3)) as service from push_devices
    where ${userIds === null}::boolean or user_id = any(${[...(userIds ?? [])]}::bigint[]) order by id`)
  await enqueueMissing(
    PUSH_JOB,
    devices.map(({ id, service }) => ({ payload: { deviceId: id, key }, receiver: service })),
  )
}

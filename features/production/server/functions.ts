import { noneOfColumn } from '#server/db/declared-functions.ts'
import { CLOSED_TASK_STATUSES } from '../domain/task.ts'

export const columns = [noneOfColumn('tasks', 'is_open', 'status', CLOSED_TASK_STATUSES)]

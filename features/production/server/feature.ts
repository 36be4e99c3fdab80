/** Declares what the feature production adds to the server. */
import { ordersRights } from '#features/orders/domain/rights.ts'
import { RECEIVE_JOB } from '#features/buying/server/arrive.ts'
import { feature } from '#server/feature.ts'
import { productionRights } from '../domain/rights.ts'
import { boardQuery } from './board.ts'
import { taskDays } from './calendar.ts'
import { taskCardsMaker } from './cards/task-cards.ts'
import { taskPlaceQuery } from './cards/task-place.ts'
import { tasksOfOrderQuery } from './queries.ts'
import { oneTaskQuery } from './section-day/one-task.ts'
import { sectionDayQuery } from './section-day/section-day.ts'
import { createTaskCommand } from './plan/create-task.ts'
import { fitTasksCommand, orderFitQuery } from './plan/fit-tasks.ts'
import { planTaskCommand } from './plan/plan-task.ts'
import { createShortageTasksCommand, orderPlanQuery, orderShortagesQuery } from './plan/shortage-tasks.ts'
import { tasksOverviewQuery } from './overview.ts'
import { lateOrdersQuery } from './ready/late-orders.ts'
import { readyDayQuery } from './ready/ready-day.ts'
import { columns } from './functions.ts'
import { owns, tasksTable } from './tables.ts'
import { addTaskPhotoLookup } from './work/add-photo.ts'
import { finishTaskCommand } from './work/finish.ts'
import type { ChangeWashing } from './work/patch-task.ts'
import { noteTaskCommand } from './work/note-task.ts'
import { orderMaterialCommand } from './work/order-material.ts'
import { proceedTaskCommand } from './work/proceed.ts'
import { receiveBoughtWork } from './work/receive-bought.ts'
import { receiveMaterialsCommand } from './work/receive.ts'
import { replaceMaterialCommand } from './work/replace-material.ts'
import { undoTaskPressCommand } from './work/undo-press.ts'

/** Returns the feature. The laundry says what a program's change of a washing task does. */
export const production = ({ changeWashing }: { readonly changeWashing: ChangeWashing }) =>
  feature({
    name: 'production',
    owns,
    columns,
    rights: productionRights,
    entities: [{ name: 'tasks', read: ordersRights.read, tables: ['tasks', 'task_materials', 'task_presses'] }],
    // A section account receives updates of its own tasks only.
    notifiedOf: { tasks: productionRights.read, invoices: productionRights.read },
    commands: [
      receiveMaterialsCommand,
      orderMaterialCommand,
      replaceMaterialCommand,
      proceedTaskCommand,
      finishTaskCommand,
      undoTaskPressCommand,
      noteTaskCommand,
      createShortageTasksCommand,
      createTaskCommand,
      planTaskCommand,
      fitTasksCommand,
    ],
    lookups: [addTaskPhotoLookup],
    queries: [
      tasksOfOrderQuery,
      tasksOverviewQuery,
      boardQuery,
      sectionDayQuery,
      oneTaskQuery,
      orderPlanQuery,
      orderShortagesQuery,
      orderFitQuery,
      readyDayQuery,
      lateOrdersQuery,
      taskPlaceQuery,
    ],
    papers: [taskCardsMaker],
    references: [{ to: 'customers', name: 'tasks', table: 'tasks', column: 'customer_id', kindOfRows: 'tasks' }],
    tables: [tasksTable(changeWashing)],
    calendar: [taskDays],
    jobs: (parts) => ({ [RECEIVE_JOB]: receiveBoughtWork(parts) }),
  })

/** What asks for goods: a task, an order, a person or a program. */
export type RequestOrigin = 'TASK' | 'ORDER' | 'HAND' | 'PROGRAM'

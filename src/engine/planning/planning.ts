/** Plans: a goal becomes an outline, a roadmap and a schedule that people approve, live with and change. */
export { createPlanAdmission } from './controller/admission.ts'
export { describeController } from './controller/chart.ts'
export { createPlanAgent } from './controller/plan-agent.ts'
export { createPlanService, type PlanService } from './controller/plan-service.ts'
export { planTime } from './plan-time/plan-time.ts'
export { planTools } from './plan-tools.ts'

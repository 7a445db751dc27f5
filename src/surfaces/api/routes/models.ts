import { z } from 'zod'
import {
  ChooseModelsRequest,
  LocalModelServer,
  ModelCosts,
  ModelsOverview,
  PutModelProviderRequest,
  TriedModel,
  TryModelRequest,
} from '../../../contracts/model-provider.ts'
import { isRefusal } from '../../../contracts/refusal.ts'
import { present } from '../present.ts'
import { json, pathValue, type Route, route } from '../route.ts'

/** Which language models answer; keys go in, and no answer holds one. */
export const modelRoutes: readonly Route[] = [
  route({
    id: 'getModels',
    tag: 'models',
    method: 'GET',
    path: '/api/models',
    action: 'settings.read',
    summary: 'see which language models answer, and where each of them comes from',
    answers: { status: 200, schema: ModelsOverview },
    handle: async ({ soulgate, who }) => {
      const answer = await soulgate.models.overview(who)
      return isRefusal(answer) ? answer : json(answer.models)
    },
  }),
  route({
    id: 'getModelCosts',
    tag: 'models',
    method: 'GET',
    path: '/api/models/costs',
    action: 'settings.read',
    summary: 'see what models cost today and in the last 30 days, by model and tier',
    answers: { status: 200, schema: ModelCosts },
    handle: async ({ soulgate, who }) => {
      const answer = await soulgate.models.costs(who)
      return isRefusal(answer) ? answer : json(answer.costs)
    },
  }),
  route({
    id: 'findLocalModels',
    tag: 'models',
    method: 'GET',
    path: '/api/models/local',
    action: 'model.manage',
    summary: 'find model servers that answer on the machine of the program',
    answers: { status: 200, schema: z.object({ servers: z.array(LocalModelServer) }) },
    handle: async ({ soulgate, who }) => {
      const answer = await soulgate.models.local(who)
      return isRefusal(answer) ? answer : json({ servers: answer.servers })
    },
  }),
  route({
    id: 'chooseModels',
    tag: 'models',
    method: 'PUT',
    path: '/api/models/tiers',
    action: 'model.manage',
    summary: 'choose the models of the tiers, first choice first; needs the version that was read',
    body: ChooseModelsRequest,
    answers: { status: 200, schema: ModelsOverview },
    handle: async ({ soulgate, who, body }) => {
      const answer = await soulgate.models.choose(who, present(body))
      return isRefusal(answer) ? answer : json(answer.models)
    },
  }),
  route({
    id: 'tryModel',
    tag: 'models',
    method: 'POST',
    path: '/api/models/try',
    action: 'model.manage',
    summary: 'ask a model one small question: its answer, time, tokens and cost, or what is wrong',
    body: TryModelRequest,
    limit: 'start',
    answers: { status: 200, schema: TriedModel },
    handle: async ({ soulgate, who, body }) => {
      const answer = await soulgate.models.tryModel(who, body.model)
      return isRefusal(answer) ? answer : json(answer.tried)
    },
  }),
  route({
    id: 'listProviderModels',
    tag: 'models',
    method: 'GET',
    path: '/api/models/providers/{name}/models',
    action: 'model.manage',
    summary: 'list the models that a provider says it serves',
    answers: { status: 200, schema: z.object({ models: z.array(z.string()) }) },
    handle: async call => {
      const answer = await call.soulgate.models.offered(call.who, pathValue(call, 'name'))
      return isRefusal(answer) ? answer : json({ models: answer.names })
    },
  }),
  route({
    id: 'putModelProvider',
    tag: 'models',
    method: 'PUT',
    path: '/api/models/providers/{name}',
    action: 'model.manage',
    summary: 'add or replace a provider of models; its key is sealed, for its host alone',
    body: PutModelProviderRequest,
    hides: ['key'],
    answers: { status: 200, schema: ModelsOverview },
    handle: async call => {
      const name = pathValue(call, 'name')
      const answer = await call.soulgate.models.putProvider(call.who, name, present(call.body))
      return isRefusal(answer) ? answer : json(answer.models)
    },
  }),
  route({
    id: 'removeModelProvider',
    tag: 'models',
    method: 'DELETE',
    path: '/api/models/providers/{name}',
    action: 'model.manage',
    summary: 'remove a provider with its key, and its models from every tier',
    answers: { status: 200, schema: ModelsOverview },
    handle: async call => {
      const answer = await call.soulgate.models.removeProvider(call.who, pathValue(call, 'name'))
      return isRefusal(answer) ? answer : json(answer.models)
    },
  }),
]

"""Runs of many games: how they are scheduled, played by workers, and stored."""

from engine.jobs.job import UNDER_WAY, Job, Run, State, kernels_of
from engine.jobs.registry import LimitExceeded, runs
from engine.jobs.scheduler import play_here
from engine.jobs.settings import PUBLIC, Settings, is_loopback, limit_unused_memory, served_at, settings
from engine.jobs.workers import Preparing, WorkerLost, Workers, compile_ahead, preparing

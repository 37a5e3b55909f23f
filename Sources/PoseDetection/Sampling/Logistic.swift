internal import Foundation

/// The logistic function: a network's number as a share of 1.
func sigmoid(_ value: Double) -> Double { 1 / (1 + exp(-value)) }
